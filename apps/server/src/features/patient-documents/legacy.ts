import { Readable } from 'node:stream'
import { z } from 'zod'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { operationMessages } from '@registry/domain/legacy/operation-messages'
import { readTransaction } from '../../audit/operation.ts'
import { createFileResponse } from '../../http/downloads.ts'
import { legacyOperation } from '../../http/legacy/declare.ts'
import { filledText, lang, optionalChoice } from '../../http/legacy/fields.ts'
import type { LegacyCall, LegacyRoute } from '../../http/legacy/route.ts'
import type { Caller } from '@registry/api-contract/caller'
import type { PdfContent } from '../../shared/pdf/pdf-content.ts'
import { AppError } from '@registry/domain/error'
import { buildConsentsDocument } from './consents-document.ts'
import { buildPersonBlocks } from './person.ts'
import { buildPersonalDataDocument } from './personal-data-document.ts'
import { buildSf36Document } from './sf36-document.ts'

/** `id` is the key of a filled questionnaire; the other documents ignore it. */
type BuildDocument = (caller: Caller, call: LegacyCall, id: string | undefined) => Promise<PdfContent>

const buildPersonalData: BuildDocument = async (caller, { deps, context, language }) =>
  buildPersonalDataDocument(await context.personalData.read(caller), { messages: deps.messages, language })

const buildConsents: BuildDocument = async (caller, { deps, context, language }) => {
  const person = await readTransaction(deps, caller, (tx) => buildPersonBlocks(tx, caller, { messages: deps.messages, language }))
  return buildConsentsDocument(await context.consents.summary(caller), { messages: deps.messages, language, person })
}

/**
 * The filled questionnaire with this key, else the newest; a patient without one gets the wording alone. Row security finds no
 * questionnaire of somebody else (THREAT-31).
 * @throws AppError sf36_response_unknown
 */
const buildSf36: BuildDocument = async (caller, { deps, context, language }, id) => {
  if (id !== undefined && !z.uuid().safeParse(id).success) throw new AppError('sf36_response_unknown')
  const key = id ?? (await context.sf36.responses(caller))[0]?.key
  const filled = key === undefined ? undefined : await context.sf36.response(caller, key)
  const person = await readTransaction(deps, caller, (tx) => buildPersonBlocks(tx, caller, { messages: deps.messages, language }))
  const questionnaire = filled?.questionnaire ?? (await context.sf36.questionnaire(caller))
  return buildSf36Document({ questionnaire, filled }, { messages: deps.messages, language, person })
}

/** The documents by their old names. The patient comes from the session, so no address names a person (THREAT-31). */
const documents = { scheda_paziente: buildPersonalData, consensi: buildConsents, sf36example: buildSf36 } as const satisfies Record<
  string,
  BuildDocument
>
const documentNames = ['scheda_paziente', 'consensi', 'sf36example'] as const satisfies readonly (keyof typeof documents)[]

const contentType = 'application/pdf'

/** Prints a document of the signed-in patient, which the browser opens (REQ-PAT-12). */
const printPatientDocument = legacyOperation({
  method: 'GET',
  path: '/stampa_paziente',
  summary: operationMessages.stampa_paziente,
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
    const bytes = await call.deps.pdf.print(await documents[document](caller, call, id), caller)
    return createFileResponse(`${document}.pdf`, contentType, Readable.from([Buffer.from(bytes)]), { disposition: 'inline' })
  },
})

export const patientDocumentsLegacy: readonly LegacyRoute[] = [printPatientDocument]
