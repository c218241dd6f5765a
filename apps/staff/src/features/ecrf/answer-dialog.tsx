import { useLingui } from '@lingui/react/macro'
import type { Discrepancy } from '@registry/api-contract/discrepancies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { TextDialog } from '../../dialogs/text-dialog.tsx'

type Props = { readonly discrepancy: Discrepancy; readonly onClose: () => void }

/** Answers a discrepancy with the reason why its value is correct (REQ-CRF-10). */
export const AnswerDialog = ({ discrepancy: { id, message }, onClose }: Props) => {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const answer = useMutation(trpc.discrepancies.answer.mutationOptions(ownFailures))
  return (
    <TextDialog
      title={t`Confermi che il valore è corretto?`}
      intro={message}
      label={t`Motivo`}
      submitLabel={t`È corretto`}
      onClose={onClose}
      onSend={async (reason) => {
        await answer.mutateAsync({ id, reason })
        await Promise.all(
          [trpc.discrepancies.pathKey(), trpc.home.staff.queryKey()].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
        )
      }}
    />
  )
}
