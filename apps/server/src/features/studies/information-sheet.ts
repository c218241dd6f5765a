import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import { findInformationSheetError, maxStudyPdfBytes } from '@registry/domain/studies/pdf'
import { requireNextState } from '@registry/domain/studies/transitions'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import type { Deps } from '../../app/deps.ts'
import { createFileResponse, type FileResponse } from '../../http/downloads.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import { formatItalianDay } from '../../shared/day.ts'
import { requireStudy } from './find.ts'

type Sheet = { readonly id: string; readonly language: Language }

/** The limit is checked before the bytes are in memory. @throws AppError study_sheet_too_large, study_sheet_not_pdf */
const readSheet = async ({ path, bytes: size }: UploadedFile): Promise<Uint8Array> => {
  if (size > maxStudyPdfBytes) throw new AppError('study_sheet_too_large')
  const bytes = await readFile(path)
  const error = findInformationSheetError(bytes)
  if (error) throw new AppError(error)
  return bytes
}

/**
 * Adds an information sheet to a study. Patients read the newest one; the previous ones stay (REQ-STU-22).
 * @throws AppError study_not_found, study_ended, study_sheet_not_pdf, study_sheet_too_large
 */
export const storeInformationSheet = async (deps: Deps, caller: Caller, { id, language }: Sheet, file: UploadedFile): Promise<void> => {
  const bytes = await readSheet(file)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const store = async (tx: Transaction): Promise<void> => {
    requireNextState('change', await requireStudy(tx, id), formatItalianDay(deps.clock()))
    await tx.sql`
      INSERT INTO clinical_study_sheet (study_id, language, name, bytes, sha256, entered_by)
      VALUES (${id}, ${language}, ${file.name}, ${bytes}, ${sha256}, ${formatActorName(caller.actor)})`
    caller.note(`study ${id}: information sheet ${language} of ${bytes.length} bytes, sha256 ${sha256}`)
  }
  await writeTransaction(deps, caller, store, { asRole: 'GlobalAdmin' })
}

/**
 * Returns the newest information sheet, in the language or else in the other one. Row security shows a patient the sheets of studies with an
 * invitation.
 * @throws AppError study_sheet_not_found
 */
export const sendInformationSheet = async (deps: Deps, caller: Caller, { id, language }: Sheet): Promise<FileResponse> => {
  const [found] = await readTransaction(
    deps,
    caller,
    ({ sql }) => sql<{ language: Language; bytes: Uint8Array }[]>`
      SELECT language, bytes FROM clinical_study_sheet WHERE study_id = ${id} ORDER BY language = ${language} DESC, id DESC LIMIT 1`,
  )
  if (!found) throw new AppError('study_sheet_not_found')
  caller.note(`study ${id}: ${found.language}`)
  const name = `foglio_informativo_${id}_${found.language}.pdf`
  return createFileResponse(name, 'application/pdf', Readable.from([found.bytes]), { disposition: 'inline' })
}
