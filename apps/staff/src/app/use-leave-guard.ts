import { useLingui } from '@lingui/react/macro'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { useBlocker } from '@tanstack/react-router'

type Question = Parameters<typeof askConfirmation>[0]

/** Asks before the person leaves a page with unsaved work. Another tab of the same page does not count as leaving. */
export const useLeaveGuard = (active: boolean, question: Question): void => {
  useBlocker({
    disabled: !active,
    enableBeforeUnload: active,
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await askConfirmation(question)),
  })
}

/** Asks before the person leaves a form whose changes would be lost. `text` names them. */
export const useLossGuard = (active: boolean, text: string): void => {
  const { t } = useLingui()
  useLeaveGuard(active, { title: t`Modifiche non salvate`, text, confirm: t`Scarta le modifiche`, destructive: true })
}
