import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { useBlocker } from '@tanstack/react-router'

type Question = Parameters<typeof askConfirmation>[0]

/** Asks before the page is left while something on it would be lost; another tab of the same page is no leaving. */
export const useLeaveGuard = (active: boolean, question: Question): void => {
  useBlocker({
    disabled: !active,
    enableBeforeUnload: active,
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await askConfirmation(question)),
  })
}
