import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { saveFile } from '@registry/ui/browser/save-file.ts'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readBase64 } from '../app/base64.ts'
import { trpc } from '../app/shell.ts'

const endings: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }

type Props = { readonly id: string; readonly onRead?: () => void }

/** Saves the scan of a recorded form. The file name says nothing about the patient, and each reading is logged. */
export const ScanButton = ({ id, onRead }: Props) => {
  const { t } = useLingui()
  const client = useQueryClient()
  const read = useMutation({
    mutationFn: () => client.fetchQuery(trpc.paperConsents.scan.queryOptions({ id }, { staleTime: 0, gcTime: 0, ...ownFailures })),
    ...ownFailures,
    onSuccess: ({ type, content }) => {
      saveFile(`scansione.${endings[type] ?? 'pdf'}`, new Blob([readBase64(content)], { type }))
      onRead?.()
    },
  })
  return (
    <>
      <Button variant="default" loading={read.isPending} onClick={() => read.mutate()}>
        {t`Apri la scansione`}
      </Button>
      {read.error && <Notice status="error">{describeFailure(read.error)}</Notice>}
    </>
  )
}
