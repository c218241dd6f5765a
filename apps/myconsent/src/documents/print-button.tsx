import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { downloadDocument } from './download-document.ts'

/** The documents of the server's path, by their old names. */
type PatientDocument = 'scheda_paziente' | 'consensi' | 'informazioni' | 'sf36example'

type Props = {
  readonly document: PatientDocument
  /** The key of a filled questionnaire. Without it, the newest one is printed. */
  readonly id?: string
  readonly label?: string
  readonly children: ReactNode
}

/** Downloads a document of the patient as PDF, in the language of the page (REQ-PAT-12). */
export const PrintButton = ({ document, id, label, children }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const chosen = id === undefined ? '' : `&id=${id}`
  const print = useMutation({
    mutationFn: () =>
      downloadDocument(`/api/stampa_paziente?document=${document}&lang=${language}${chosen}`, `${document}.pdf`, t`Errore lato server`),
    ...ownFailures,
  })
  return (
    <>
      <Button variant="default" size="lg" aria-label={label} loading={print.isPending} onClick={() => print.mutate()}>
        {children}
      </Button>
      {print.error && <Notice status="error">{describeFailure(print.error)}</Notice>}
    </>
  )
}
