import { Button, Group } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { showMoment } from '@registry/ui/language/format.ts'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadDocument } from './download-document.ts'
import classes from './documents.module.css'
import { ReceiptDialog } from './receipt-dialog.tsx'

/** The number of a receipt, and when its answers were given. */
type Props = { readonly receipt: number; readonly at: string }
type Format = 'pdf' | 'json'

/** Shows and downloads the signed receipt of one set of answers, in the language that was shown (REQ-CON-15). */
export const ReceiptButtons = ({ receipt, at }: Props) => {
  const { t } = useLingui()
  const when = showMoment(at)
  const [open, setOpen] = useState(false)
  const labels = {
    pdf: [t`Scarica ricevuta (PDF)`, t`Scarica ricevuta (PDF) del ${when}`],
    json: [t`Scarica ricevuta (JSON)`, t`Scarica ricevuta (JSON) del ${when}`],
  } as const
  const download = useMutation({
    mutationFn: (format: Format) =>
      downloadDocument(
        `/api/patient/ConsentReceipt?receipt=${receipt}&format=${format}`,
        `${t`ricevuta_consensi`}.${format}`,
        t`Errore lato server`,
      ),
    ...ownFailures,
  })
  return (
    <Group className={`${classes.receipt} no-print`}>
      <Button variant="default" size="md" aria-label={t`Mostra ricevuta del ${when}`} onClick={() => setOpen(true)}>
        {t`Mostra ricevuta`}
      </Button>
      {(['pdf', 'json'] as const).map((format) => (
        <Button
          key={format}
          variant="default"
          size="md"
          aria-label={labels[format][1]}
          loading={download.isPending && download.variables === format}
          onClick={() => download.mutate(format)}
        >
          {labels[format][0]}
        </Button>
      ))}
      {download.error && <Notice status="error">{describeFailure(download.error)}</Notice>}
      {open && <ReceiptDialog receipt={receipt} onClose={() => setOpen(false)} />}
    </Group>
  )
}
