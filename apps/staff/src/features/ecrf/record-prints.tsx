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

type PrintButtonProps = {
  readonly label: string
  /** Contains nothing about the patient. */
  readonly fileName: string
  /** Resolves to the PDF in base64. */
  readonly load: () => Promise<string>
}

const PrintButton = ({ label, fileName, load }: PrintButtonProps) => {
  const print = useMutation({
    mutationFn: load,
    ...ownFailures,
    onSuccess: (file) => saveFile(fileName, new Blob([readBase64(file)], { type: 'application/pdf' })),
  })
  return (
    <>
      <Button
        variant="default"
        loading={print.isPending}
        leftSection={<IconPrinter size={20} aria-hidden />}
        onClick={() => print.mutate()}
      >
        {label}
      </Button>
      {print.error && <Notice status="error">{describeFailure(print.error)}</Notice>}
    </>
  )
}

const notKept = { staleTime: 0, gcTime: 0, ...ownFailures } as const

/**
 * Saves the summary of a record as a PDF of one page (REQ-CRF-14), and the copy for a patient who asks for it, for instance after a
 * withdrawal (REQ-PAT-28).
 */
export const RecordPrints = ({ code }: { readonly code: string }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const client = useQueryClient()
  const loadSheet = async (): Promise<string> => (await client.fetchQuery(trpc.ecrf.printVisit.queryOptions({ code }, notKept))).pdf
  const loadCopy = async (): Promise<string> =>
    (await client.fetchQuery(trpc.myRecord.print.queryOptions({ code, language }, notKept))).file
  return (
    <>
      <PrintButton label={t`Stampa la scheda per la visita`} fileName="scheda_visita.pdf" load={loadSheet} />
      <PrintButton label={t`Stampa la copia per il paziente`} fileName="copia_della_cartella.pdf" load={loadCopy} />
    </>
  )
}
