import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Discrepancy } from '@registry/api-contract/discrepancies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../app/shell.ts'
import { TextDialog } from '../dialogs/text-dialog.tsx'

type Props = {
  readonly discrepancies: readonly Discrepancy[]
  /** Called with the number of answered discrepancies, once the lists are up to date. */
  readonly onAnswered?: (count: number) => void
  readonly onClose: () => void
}

/** Answers discrepancies with one reason why their values are correct: all of them or none (REQ-CRF-10). */
export const AnswerDialog = ({ discrepancies, onAnswered, onClose }: Props) => {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const answer = useMutation(trpc.discrepancies.answer.mutationOptions(ownFailures))
  const count = discrepancies.length
  const [only] = discrepancies
  return (
    <TextDialog
      title={
        count === 1
          ? t`Confermi che il valore è corretto?`
          : t({
              message: plural(count, {
                one: 'Confermi che # valore è corretto?',
                other: 'Confermi che i valori di # segnalazioni sono corretti?',
              }),
            })
      }
      {...(count === 1 && only && { intro: only.message })}
      label={t`Motivo`}
      submitLabel={t`È corretto`}
      onClose={onClose}
      onSend={async (reason) => {
        try {
          await answer.mutateAsync({ ids: discrepancies.map(({ id }) => id), reason })
        } finally {
          // After an error too: a colleague may have answered one of them.
          await Promise.all(
            [trpc.discrepancies.pathKey(), trpc.home.staff.queryKey()].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
          )
        }
        onAnswered?.(count)
      }}
    />
  )
}
