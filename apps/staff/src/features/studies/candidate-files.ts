import type { FileFormat } from '@registry/api-contract/saved-filters'
import type { Language } from '@registry/domain/language'
import { saveFile } from '@registry/ui/browser/save-file.ts'
import { isFile, readFileError } from '@registry/ui/file-error.ts'

type Request = { readonly language: Language; readonly fallback: string }
const headers = (language: Language) => ({ 'X-Requested-By': 'app', 'Accept-Language': language })

/** Retrieves the candidates of the centre and saves them as a file, which can be edited and sent back. @throws the server's error */
export const downloadCandidates = async (studyId: string, format: FileFormat, { language, fallback }: Request): Promise<string> => {
  const response = await fetch('/api/getStudyPatients', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers(language) },
    body: JSON.stringify({ StudyCode: studyId, format, lang: language }),
  })
  // JSON is an answer in the same form as an error, so it has no attachment.
  if (!response.ok || !(isFile(response) || format === 'json')) throw await readFileError(response, fallback)
  const body = await response.blob()
  if (format === 'json' && !(await body.slice(0, 40).text()).includes('"success":true'))
    throw await readFileError(new Response(body), fallback)
  const name = `pazienti_studio_${studyId}.${format}`
  saveFile(name, body)
  return name
}

/** The report of a file: imported rows, refused rows, and why (REQ-IMP-05). */
export type UploadReport = {
  readonly ok: number
  readonly ko: number
  readonly detail: readonly { readonly row: number; readonly key: string; readonly code: string; readonly message: string }[]
}

/** Sends the decisions of a file. `dryRun` answers the report and stores nothing. @throws the server's error */
export const uploadDecisions = async (
  file: File,
  { format, dryRun, language, fallback }: Request & { readonly format: FileFormat; readonly dryRun: boolean },
): Promise<UploadReport> => {
  const body = new FormData()
  body.append('format', format)
  body.append('dry_run', String(dryRun))
  body.append('lang', language)
  body.append('FileStudyPatients', file)
  const response = await fetch('/api/putStudyPatients', { method: 'POST', headers: headers(language), body })
  const copy = response.clone()
  const answer: { readonly success?: boolean; readonly report?: UploadReport } = await response.json().catch(() => ({}))
  if (answer.success !== true || answer.report === undefined) throw await readFileError(copy, fallback)
  return answer.report
}
