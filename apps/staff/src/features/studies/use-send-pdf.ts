import { useLingui } from '@lingui/react/macro'
import { withChosenFile } from '@registry/ui/browser/readable-file.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { shell } from '../../app/shell.ts'
import { useRefreshStudy } from './use-refresh-study.ts'

/** The path of a PDF of a study, the name of the file in the request, and its other fields. */
export type PdfPath = { readonly path: string; readonly name: string; readonly fields: Readonly<Record<string, string>> }

/** The path of the document of an ethics decision (REQ-STU-20). */
export const ethicsDocumentPath = (id: string, center: string): PdfPath => ({
  path: '/api/putEthicsDocument',
  name: 'EthicsDocument',
  fields: { id, center },
})

/** Sends a PDF of a study, which then shows it. The function throws the server's error. */
export const useSendPdf = () => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const refresh = useRefreshStudy()
  return async ({ path, name, fields }: PdfPath, file: File): Promise<void> => {
    const body = new FormData()
    for (const [field, value] of Object.entries({ ...fields, lang: language })) body.append(field, value)
    body.append(name, file)
    const response = await withChosenFile(file, () => shell.files.fetch(path, { method: 'POST', body }))
    const copy = response.clone()
    const answer: { readonly success?: boolean } = await response.json().catch(() => ({}))
    if (answer.success !== true) throw await shell.files.readError(copy, t`Errore lato server`)
    await refresh()
  }
}
