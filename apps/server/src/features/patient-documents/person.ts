import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import { pdfMessages } from '@registry/domain/messages/pdf'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { requirePatient } from '../../auth/require-patient.ts'
import type { Messages } from '../../shared/messages.ts'
import type { PdfBlock } from '../../shared/pdf/pdf-content.ts'

type Sources = { readonly messages: Messages; readonly language: Language }
type Row = { readonly name: string; readonly surname: string; readonly code: string; readonly centre: string }

/**
 * Names the person of the document, with the code by which the centre finds the patient.
 * @throws AppError session_required
 */
export const buildPersonBlocks = async (
  { sql }: Transaction,
  caller: Caller,
  { messages, language }: Sources,
): Promise<readonly PdfBlock[]> => {
  const [row] = await sql<Row[]>`
    SELECT name, surname, centre_patient_code AS code, centre_code AS centre FROM patient_identity
    WHERE patient_id = ${requirePatient(caller).patientId}`
  if (!row) throw new AppError('session_required')
  const { name, surname, code, centre } = row
  return [
    { type: 'paragraph', text: messages.format(pdfMessages.person, language, { name: formatPersonName(`${name} ${surname}`) }) },
    { type: 'paragraph', text: messages.format(pdfMessages.patientCode, language, { code, centre }) },
  ]
}
