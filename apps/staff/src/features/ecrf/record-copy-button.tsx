import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { saveFile } from '@registry/ui/browser/save-file.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readBase64 } from '../../app/base64.ts'
import { trpc } from '../../app/shell.ts'

/** Saves the copy of a record for a patient who asks for it, for instance after a withdrawal (REQ-PAT-28). */
export const RecordCopyButton = ({ code }: { readonly code: string }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const client = useQueryClient()
  const print = useMutation({
    mutationFn: () => client.fetchQuery(trpc.myRecord.print.queryOptions({ code, language }, { staleTime: 0, gcTime: 0, ...ownFailures })),
    ...ownFailures,
    onSuccess: ({ file }) => saveFile('copia_della_cartella.pdf', new Blob([readBase64(file)], { type: 'application/pdf' })),
  })
  return (
    <>
      <Button
        variant="default"
        loading={print.isPending}
        leftSection={<IconPrinter size={20} aria-hidden />}
        onClick={() => print.mutate()}
      >
        {t`Stampa la copia per il paziente`}
      </Button>
      {print.error && <Notice status="error">{describeFailure(print.error)}</Notice>}
    </>
  )
}
