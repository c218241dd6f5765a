import { useLingui } from '@lingui/react/macro'
import type { Discrepancy } from '@registry/api-contract/discrepancies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { findField } from '@registry/domain/fields/dictionary'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../app/shell.ts'
import { TextDialog } from '../dialogs/text-dialog.tsx'

/** Whether a discrepancy is about a reported statistic that is far from the results. */
export const isFarReport = ({ rule }: Discrepancy): boolean => rule === 'RULE-39'

type Props = {
  /** Discrepancies of RULE-39 of one patient. */
  readonly discrepancies: readonly Discrepancy[]
  readonly onClose: () => void
}

/** Takes what the results give instead of reported statistics, with a reason for the history: a cleared statistic is computed (RULE-39). */
export const TakeComputedDialog = ({ discrepancies, onClose }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const queryClient = useQueryClient()
  const save = useMutation(trpc.ecrf.save.mutationOptions(ownFailures))
  const reports = discrepancies.flatMap(({ values }) => values)
  const intro = reports.map(({ field, text, computed = '' }) => {
    const name = findField(field)?.label[language] ?? field
    return t`${name}: riportato ${text}, dai risultati ${computed}.`
  })
  const [first] = discrepancies
  return (
    <TextDialog
      title={reports.length === 1 ? t`Prendere il valore calcolato dai risultati?` : t`Prendere i valori calcolati dai risultati?`}
      intro={intro.join(' ')}
      label={t`Motivo`}
      submitLabel={reports.length === 1 ? t`Prendi il calcolato` : t`Prendi i calcolati`}
      onClose={onClose}
      onSend={async (reason) => {
        if (!first) return
        await save.mutateAsync({ code: first.code, changes: Object.fromEntries(reports.map(({ field }) => [field, null])), reason })
        const changed = [trpc.discrepancies.pathKey(), trpc.home.staff.queryKey(), trpc.ecrf.pathKey()]
        await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      }}
    />
  )
}
