import type { FileFormat } from '@registry/domain/file-formats'
import type { ImportChanges, ImportReport } from '@registry/api-contract/imports'
import type { ReferenceRow } from '@registry/api-contract/reference-tables'
import type { Language } from '@registry/domain/language'
import { withChosenFile } from '@registry/ui/browser/readable-file.ts'
import { saveFile } from '@registry/ui/browser/save-file.ts'
import { isFile } from '@registry/ui/file-error.ts'
import { shell } from '../app/shell.ts'
import { sendForm } from './send-form.ts'
import type { Transfer } from './use-upload.ts'

/** The language of texts and errors, and the error of an answer that cannot be read. */
export type FileRequest = { readonly language: Language; readonly fallback: string }

type Download = FileRequest & {
  readonly fields: Readonly<Record<string, string | number>>
  readonly format: FileFormat
  /** The name of the saved file without its ending. */
  readonly name: string
  readonly password?: string
}

/** Asks for a table and saves it as a file. Returns the name of the file. @throws the server's error */
export const downloadTable = async (path: string, { fields, format, name, password, language, fallback }: Download): Promise<string> => {
  const response = await shell.files.fetch(`/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...fields, format, lang: language, ...(password !== undefined && { password }) }),
  })
  // JSON is an answer in the same form as an error, so it has no attachment.
  if (!response.ok || !(isFile(response) || format === 'json')) throw await shell.files.readError(response, fallback)
  const body = await response.blob()
  if (format === 'json' && !(await body.slice(0, 40).text()).includes('"success":true'))
    throw await shell.files.readError(new Response(body), fallback)
  saveFile(`${name}.${format}`, body)
  return `${name}.${format}`
}

/** A path that takes a file, the usual name of the file, and other fields. */
export type UploadPath = { readonly path: string; readonly field: string; readonly fields?: Readonly<Record<string, string>> }

/** A row that a file adds, changes or removes. */
export type TableDifference = {
  readonly kind: 'added' | 'changed' | 'removed'
  readonly id: string
  readonly before: ReferenceRow | null
  readonly after: ReferenceRow | null
}
/** The report of an upload. The upload of a table also answers what it changes, and a dry run of records what it would change. */
export type UploadAnswer = ImportReport & { readonly difference?: readonly TableDifference[]; readonly changes?: ImportChanges }
type Upload = FileRequest & { readonly format: FileFormat; readonly transfer: Transfer; readonly password?: string }

const send = (
  { path, field, fields }: UploadPath,
  file: File,
  { format, language, transfer: { uploadId, signal, onSent }, password }: Upload,
  flags: Readonly<Record<string, string>>,
): Promise<Response> => {
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...fields, format, lang: language, ...(password !== undefined && { password }), ...flags }))
    body.append(name, value)
  body.append(field, file)
  onSent(0)
  return withChosenFile(file, () =>
    sendForm(`/api${path}`, { headers: { ...shell.files.headers(), 'X-Upload-Id': uploadId }, body, signal, onSent }),
  )
}

/** Sends a file and returns its report. `dryRun` stores nothing (REQ-IMP-06). @throws the server's error */
export const uploadFile = async (
  path: UploadPath,
  file: File,
  { dryRun, ...upload }: Upload & { readonly dryRun: boolean },
): Promise<UploadAnswer> => {
  const response = await send(path, file, upload, { dry_run: String(dryRun) })
  const copy = response.clone()
  const answer: { readonly success?: boolean; readonly report?: ImportReport } & Pick<UploadAnswer, 'difference' | 'changes'> =
    await response.json().catch(() => ({}))
  const { success, report, difference, changes } = answer
  if (success !== true || report === undefined) throw await shell.files.readError(copy, upload.fallback)
  return { ...report, ...(difference && { difference }), ...(changes && { changes }) }
}

/** Saves the rejected rows of a file with their reasons, in its format (REQ-IMP-13). Returns their number. @throws the server's error */
export const downloadRejectedRows = async (path: UploadPath, file: File, upload: Upload): Promise<number> => {
  const response = await send(path, file, upload, { refused_rows: 'true' })
  if (!isFile(response)) throw await shell.files.readError(response, upload.fallback)
  const name = `${path.path.slice(1)}_refused.${upload.format}`
  saveFile(name, await response.blob())
  return Number(response.headers.get('x-export-rows') ?? 0)
}
