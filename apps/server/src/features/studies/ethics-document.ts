import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { formatActorName, type Caller } from '@registry/api-contract/caller'
import { AppError } from '@registry/domain/error'
import { findEthicsDocumentError, maxStudyPdfBytes } from '@registry/domain/studies/pdf'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import type { Deps } from '../../app/deps.ts'
import { createFileResponse, type FileResponse } from '../../http/downloads.ts'
import type { UploadedFile } from '../../http/uploads.ts'

type OfCentre = { readonly id: string; readonly centre: string }

/** Reads the file of an upload. The limit is checked before its bytes are in memory. @throws AppError study_document_too_large, study_document_not_pdf */
const readDocument = async ({ path, bytes: size }: UploadedFile): Promise<Uint8Array> => {
  if (size > maxStudyPdfBytes) throw new AppError('study_document_too_large')
  const bytes = await readFile(path)
  const error = findEthicsDocumentError(bytes)
  if (error) throw new AppError(error)
  return bytes
}

/**
 * Adds the document to the decision of the caller's centre, once (REQ-STU-20).
 * @throws AppError study_document_no_decision, study_document_exists, study_document_not_pdf, study_document_too_large
 */
export const storeEthicsDocument = async (deps: Deps, caller: Caller, { id, centre }: OfCentre, file: UploadedFile): Promise<void> => {
  const bytes = await readDocument(file)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const store = async ({ sql }: { readonly sql: Parameters<Parameters<typeof writeTransaction>[2]>[0]['sql'] }): Promise<void> => {
    const [decided] = await sql`SELECT FROM clinical_study_centre WHERE study_id = ${id} AND centre_code = ${centre}`
    if (!decided) throw new AppError('study_document_no_decision')
    const { count } = await sql`
      INSERT INTO clinical_study_document (study_id, centre_code, name, bytes, sha256, entered_by)
      VALUES (${id}, ${centre}, ${file.name}, ${bytes}, ${sha256}, ${formatActorName(caller.actor)}) ON CONFLICT DO NOTHING`
    if (count === 0) throw new AppError('study_document_exists')
    caller.note(`study ${id}, centre ${centre}: document of ${bytes.length} bytes, sha256 ${sha256}`)
  }
  await writeTransaction(deps, caller, store, { centre })
}

/**
 * Returns the document of a centre's decision to staff.
 * @throws AppError study_document_not_found
 */
export const sendEthicsDocument = async (deps: Deps, caller: Caller, { id, centre }: OfCentre): Promise<FileResponse> => {
  const [found] = await readTransaction(
    deps,
    caller,
    ({ sql }) => sql<{ bytes: Uint8Array }[]>`SELECT bytes FROM clinical_study_document WHERE study_id = ${id} AND centre_code = ${centre}`,
  )
  if (!found) throw new AppError('study_document_not_found')
  caller.note(`study ${id}, centre ${centre}`)
  return createFileResponse(`comitato_etico_${id}_${centre}.pdf`, 'application/pdf', Readable.from([found.bytes]))
}
