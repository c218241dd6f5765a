import { Readable } from 'node:stream'
import { z } from 'zod'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { readTransaction } from '../../audit/operation.ts'
import { createFileResponse } from '../../http/downloads.ts'
import { legacyOperation } from '../../http/legacy/declare.ts'
import { filledText, lang, optionalChoice } from '../../http/legacy/fields.ts'
import type { LegacyCall, LegacyRoute } from '../../http/legacy/route.ts'
import type { Caller } from '@registry/api-contract/caller'
import type { ConsentDocument, ConsentSummary } from '@registry/api-contract/consents'
import type { Services } from '@registry/api-contract/services'
import type { Deps } from '../../app/deps.ts'
import type { PdfContent, PdfBlock } from '../../shared/pdf/pdf-content.ts'
import { AppError } from '@registry/domain/error'
import type { Transaction } from '@registry/db/transaction'
import type { Language } from '@registry/domain/language'
import { pdfMessages } from '@registry/domain/messages/pdf'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { buildConsentsDocument } from './consents-document.ts'
import { buildInformationDocument } from './information-document.ts'
import { buildPersonalDataDocument } from './personal-data-document.ts'
import { buildSf36Document } from './sf36-document.ts'
import { requirePatient } from '../../auth/require-patient.ts'
import type { Messages } from '../../shared/messages.ts'

type Texts = { readonly messages: Messages; readonly language: Language }

/**
 * Names the person of the document, with the code by which the centre finds the patient.
 * @throws AppError session_required
 */
const buildPersonBlocks = async ({ sql }: Transaction, caller: Caller, { messages, language }: Texts): Promise<readonly PdfBlock[]> => {
  const [row] = await sql<{ name: string; surname: string; code: string; centre: string }[]>`
    SELECT name, surname, centre_patient_code AS code, centre_code AS centre FROM patient_identity
    WHERE patient_id = ${requirePatient(caller).patientId}`
  if (!row) throw new AppError('session_required')
  const { name, surname, code, centre } = row
  return [
    { type: 'paragraph', text: messages.format(pdfMessages.person, language, { name: formatPersonName(`${name} ${surname}`) }) },
    { type: 'paragraph', text: messages.format(pdfMessages.patientCode, language, { code, centre }) },
  ]
}

/** The services of other features whose data the documents print. */
type Readings = {
  readonly personalData: (deps: Deps) => Pick<Services['personalData'], 'read'>
  readonly readConsentSummary: (deps: Deps, caller: Caller) => Promise<ConsentSummary>
  readonly readInformation: (deps: Deps, caller: Caller) => Promise<ConsentDocument>
  readonly sf36: (deps: Deps) => Pick<Services['sf36'], 'questionnaire' | 'responses' | 'response'>
}

/** `id` is the key of a filled questionnaire; the other documents ignore it. */
type BuildDocument = (readings: Readings, caller: Caller, call: LegacyCall, id: string | undefined) => Promise<PdfContent>

const buildPersonalData: BuildDocument = async ({ personalData }, caller, { deps, language }) =>
  buildPersonalDataDocument(await personalData(deps).read(caller), { messages: deps.messages, language })

const buildConsents: BuildDocument = async ({ readConsentSummary }, caller, { deps, language }) => {
  const person = await readTransaction(deps, caller, (tx) => buildPersonBlocks(tx, caller, { messages: deps.messages, language }))
  return buildConsentsDocument(await readConsentSummary(deps, caller), { messages: deps.messages, language, person })
}

const buildInformation: BuildDocument = async ({ readInformation }, caller, { deps }) =>
  buildInformationDocument(await readInformation(deps, caller), deps.messages)

/**
 * Finds the filled questionnaire with this key, else the newest; a patient without one gets the wording alone. Row security hides other
 * patients' questionnaires (THREAT-31).
 * @throws AppError sf36_response_unknown
 */
const buildSf36: BuildDocument = async (readings, caller, { deps, language }, id) => {
  if (id !== undefined && !z.uuid().safeParse(id).success) throw new AppError('sf36_response_unknown')
  const sf36 = readings.sf36(deps)
  const key = id ?? (await sf36.responses(caller))[0]?.key
  const filled = key === undefined ? undefined : await sf36.response(caller, { key })
  const person = await readTransaction(deps, caller, (tx) => buildPersonBlocks(tx, caller, { messages: deps.messages, language }))
  const questionnaire = filled?.questionnaire ?? (await sf36.questionnaire(caller))
  return buildSf36Document({ questionnaire, filled }, { messages: deps.messages, language, person })
}

/** The documents by their names, most of them old. The patient comes from the session, so no address identifies a person (THREAT-31). */
const documents = {
  scheda_paziente: buildPersonalData,
  consensi: buildConsents,
  informazioni: buildInformation,
  sf36example: buildSf36,
} as const satisfies Record<string, BuildDocument>
const documentNames = ['scheda_paziente', 'consensi', 'informazioni', 'sf36example'] as const satisfies readonly (keyof typeof documents)[]

const contentType = 'application/pdf'

/** Prints a document of the signed-in patient, which the browser opens (REQ-PAT-12). */
const printPatientDocument = (readings: Readings): LegacyRoute =>
  legacyOperation({
    method: 'GET',
    path: '/stampa_paziente',
    summary: /*i18n*/ { id: 'api.stampa_paziente', message: 'Restituisce un documento del paziente in PDF' },
    permission: 'documents:own',
    command: 'stampa_paziente',
    reads: 'own',
    request: z.object({ document: optionalChoice(documentNames, 'document_unknown'), id: filledText(z.string()), lang }),
    response: z.object({}),
    files: [contentType],
    errors: ['document_unknown', 'sf36_response_unknown', 'busy'],
    descriptions: { id: fieldTexts.printedResponse },
    example: { session: 'uses', fields: { document: 'scheda_paziente', lang: 'it' } },
    handle: async (caller, { document, id }, call) => {
      if (document === undefined) throw new AppError('document_unknown')
      caller.note(document)
      const bytes = await call.deps.pdf.print(await documents[document](readings, caller, call, id), caller)
      return createFileResponse(`${document}.pdf`, contentType, Readable.from([Buffer.from(bytes)]), { disposition: 'inline' })
    },
  })

export const patientDocumentsLegacy = (readings: Readings): readonly LegacyRoute[] => [printPatientDocument(readings)]
