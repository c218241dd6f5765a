import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { saveFile } from '@registry/ui/browser/save-file.ts'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readBase64 } from '../../app/base64.ts'
import { trpc } from '../../app/shell.ts'

/** Saves the summary of a record as a PDF of one page (REQ-CRF-14). The file name contains nothing about the patient. */
export const VisitSheetButton = ({ code }: { readonly code: string }) => {
  const { t } = useLingui()
  const client = useQueryClient()
  const print = useMutation({
    mutationFn: () => client.fetchQuery(trpc.ecrf.printVisit.queryOptions({ code }, { staleTime: 0, gcTime: 0, ...ownFailures })),
    ...ownFailures,
    onSuccess: ({ pdf }) => saveFile('scheda_visita.pdf', new Blob([readBase64(pdf)], { type: 'application/pdf' })),
  })
  return (
    <>
      <Button
        variant="default"
        loading={print.isPending}
        leftSection={<IconPrinter size={20} aria-hidden />}
        onClick={() => print.mutate()}
      >
        {t`Stampa la scheda per la visita`}
      </Button>
      {print.error && <Notice status="error">{describeFailure(print.error)}</Notice>}
    </>
  )
}
