import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Language } from '@registry/domain/language'
import { saveFile } from '@registry/ui/browser/save-file.ts'
import { isFile, readFileError } from '@registry/ui/file-error.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** The documents of the server's path, by their old names. */
type PatientDocument = 'scheda_paziente' | 'consensi' | 'sf36example'

/** Downloads a document of the signed-in patient. @throws the server's error, with the fallback as message if it has none */
const printDocument = async (document: PatientDocument, language: Language, fallback: string): Promise<void> => {
  const response = await fetch(`/api/stampa_paziente?document=${document}&lang=${language}`)
  if (!isFile(response)) throw await readFileError(response, fallback)
  saveFile(`${document}.pdf`, await response.blob())
}

type Props = { readonly document: PatientDocument; readonly children: ReactNode }

/** Downloads a document of the patient as PDF, in the language of the page (REQ-PAT-12). */
export const PrintButton = ({ document, children }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const print = useMutation({ mutationFn: () => printDocument(document, language, t`Errore lato server`) })
  return (
    <Button variant="default" size="lg" loading={print.isPending} onClick={() => print.mutate()}>
      {children}
    </Button>
  )
}
