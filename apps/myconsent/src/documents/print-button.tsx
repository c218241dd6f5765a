import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { type ReactNode, useState } from 'react'
import { printDocument, type PatientDocument } from './print-document.ts'

type Props = { readonly document: PatientDocument; readonly children: ReactNode }

/** Downloads a document of the patient as PDF, in the language of the page (REQ-PAT-12). */
export const PrintButton = ({ document, children }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const [printing, setPrinting] = useState(false)
  const print = async (): Promise<void> => {
    setPrinting(true)
    try {
      const error = await printDocument(document, language)
      if (error !== undefined) await showAlert(error ?? t`Errore lato server`)
    } catch (error) {
      await showAlert(describeFailure(error))
    } finally {
      setPrinting(false)
    }
  }
  return (
    <Button variant="default" size="lg" loading={printing} onClick={() => void print()}>
      {children}
    </Button>
  )
}
