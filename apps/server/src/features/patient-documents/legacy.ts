import { Readable } from 'node:stream'
import { z } from 'zod'
import { operationMessages } from '@registry/domain/legacy/messages'
import { readTransaction } from '../../audit/operation.ts'
import { createFileResponse } from '../../http/downloads.ts'
import { legacyOperation } from '../../http/legacy/declare.ts'
import { lang, optionalChoice } from '../../http/legacy/fields.ts'
import type { LegacyCall, LegacyRoute } from '../../http/legacy/route.ts'
import type { Caller } from '@registry/api-contract/caller'
import type { PdfContent } from '../../pdf/pdf-content.ts'
import { readReferenceValues } from '../../reference-values.ts'
import { AppError } from '@registry/domain/error'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { buildConsentsDocument } from './consents-document.ts'
import { buildPersonalDataDocument } from './personal-data-document.ts'
import { buildSf36Document } from './sf36-document.ts'

type BuildDocument = (caller: Caller, call: LegacyCall) => Promise<PdfContent>

const buildPersonalData: BuildDocument = async (caller, { deps, context, language }) => {
  const reference = await readTransaction(deps, caller, readReferenceValues)
  return buildPersonalDataDocument(await context.personalData.read(caller), { messages: deps.messages, reference, language })
}

const buildConsents: BuildDocument = async (caller, { deps, context, language }) => {
  const session = await context.sessions.current(caller)
  if (!session) throw new AppError('session_required')
  const personName = formatPersonName(`${session.name} ${session.surname}`)
  return buildConsentsDocument(await context.consents.summary(caller), { messages: deps.messages, language, personName })
}

/** The newest filled questionnaire; a patient without one gets the wording alone. */
const buildSf36: BuildDocument = async (caller, { deps, context, language }) => {
  const [newest] = await context.sf36.responses(caller)
  const filled = newest && (await context.sf36.response(caller, newest.key))
  const questionnaire = filled?.questionnaire ?? (await context.sf36.questionnaire(caller))
  return buildSf36Document({ questionnaire, filled }, { messages: deps.messages, language })
}

/** The documents by their old names. The patient comes from the session, so no address names a person (THREAT-31). */
const documents = { scheda_paziente: buildPersonalData, consensi: buildConsents, sf36example: buildSf36 } as const satisfies Record<
  string,
  BuildDocument
>
const documentNames = ['scheda_paziente', 'consensi', 'sf36example'] as const satisfies readonly (keyof typeof documents)[]

const contentType = 'application/pdf'

/** Prints a document of the signed-in patient (REQ-PAT-12). */
const printPatientDocument = legacyOperation({
  method: 'GET',
  path: '/stampa_paziente',
  summary: operationMessages.stampa_paziente,
  permission: 'documents:own',
  command: 'stampa_paziente',
  reads: 'own',
  request: z.object({ document: optionalChoice(documentNames, 'document_unknown'), lang }),
  response: z.object({}),
  files: [contentType],
  errors: ['document_unknown', 'busy'],
  example: { session: 'uses', fields: { document: 'scheda_paziente', lang: 'it' } },
  handle: async (caller, { document }, call) => {
    if (document === undefined) throw new AppError('document_unknown')
    caller.note(document)
    const bytes = await call.deps.pdf.print(await documents[document](caller, call))
    return createFileResponse(`${document}.pdf`, contentType, Readable.from([Buffer.from(bytes)]))
  },
})

export const patientDocumentsLegacy: readonly LegacyRoute[] = [printPatientDocument]
