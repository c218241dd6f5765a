import { z } from 'zod'
import { withdrawalChoices, type ConsentDocument } from '@registry/api-contract/consents'
import { listQuestions, type Answers, type ConsentParagraph } from '@registry/domain/consent/questions'
import { Answers as AnswersShape } from '@registry/domain/consent/schemas'
import { AppError, validationError } from '@registry/domain/error'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { writeTransaction } from '../../audit/operation.ts'
import { legacyOperation, noFields } from '../../http/legacy/declare.ts'
import {
  lang,
  optionalChoice,
  optionalFlag,
  optionalInteger,
  optionalText,
  parseRequest,
  text,
  unread,
  type LegacyFields,
} from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import { giveConsentsByLegacyClient, keepSeenConsents, sendToLegacyClient } from './give-legacy.ts'
import { consents, withdrawConsents } from './service.ts'

const legacyTypes = { title: 'titolo', summary: 'testo', text: 'testo', radio: 'radio' } as const

const Paragraph = z.union([
  z.object({ tipo: z.enum(['titolo', 'testo']), testo: z.string() }),
  z.object({ tipo: z.literal('radio'), testo: z.string(), risposte: z.array(z.string()), nome_campo: z.string() }),
])
const Document = z.object({ version: z.number().int(), hash: z.string(), points: z.array(Paragraph) })

const formatParagraph = (paragraph: ConsentParagraph) => {
  if (paragraph.type === 'radio')
    return { tipo: legacyTypes.radio, testo: paragraph.text, risposte: paragraph.options, nome_campo: paragraph.field }
  return { tipo: legacyTypes[paragraph.type], testo: paragraph.text }
}

const formatDocument = ({ version, hash, paragraphs }: ConsentDocument) => ({ version, hash, points: paragraphs.map(formatParagraph) })

const preliminaryId = 'pre_consent1'

/** The preliminary questions. The server records that it sent them, because the answers may never arrive (docs/policies.md). */
const getPreliminary = legacyOperation({
  method: 'POST',
  path: '/consent',
  action: 'GET',
  summary: /*i18n*/ { id: 'api.consent', message: 'Restituisce le domande preliminari dei consensi' },
  permission: 'consents:own',
  command: 'consent',
  request: z.object({ id: text(z.string()).meta({ const: preliminaryId }), lang }),
  response: z.object({ rows: z.array(Document) }),
  errors: ['consent_document_unknown'],
  descriptions: { id: fieldTexts.documentId },
  example: { session: 'uses', fields: { action: 'GET', id: preliminaryId, lang: 'it' } },
  handle: async (caller, { id }, { deps }) => {
    if (id !== preliminaryId) throw new AppError('consent_document_unknown')
    const document = await writeTransaction(deps, caller, (tx) => sendToLegacyClient(tx, caller, 'preliminary'))
    return { rows: [formatDocument(document)] }
  },
})

/** The consent questions and the choices of a withdrawal, so that an old client shows the registry's own words (REQ-CON-06). */
const getConsentPoints = legacyOperation({
  method: 'POST',
  path: '/patient/GetConsentPoints',
  summary: /*i18n*/ { id: 'api.GetConsentPoints', message: 'Restituisce i punti del consenso, con i testi nella lingua richiesta' },
  permission: 'consents:own',
  command: 'GetConsentPoints',
  request: z.object({ lang }),
  response: z.object({ consent: Document, withdrawal: Document }),
  errors: [],
  descriptions: { consent: fieldTexts.consentDocument, withdrawal: fieldTexts.withdrawalDocument },
  example: { session: 'uses', fields: { lang: 'it' } },
  handle: (caller, _request, { deps }) =>
    writeTransaction(deps, caller, async (tx) => ({
      consent: formatDocument(await sendToLegacyClient(tx, caller, 'consents')),
      withdrawal: formatDocument(await sendToLegacyClient(tx, caller, 'withdrawal')),
    })),
})

/** The session stores which consents it read, so that its next answers do not replace others. */
const getConsents = legacyOperation({
  method: 'POST',
  path: '/patient/GetConsents',
  summary: /*i18n*/ { id: 'api.GetConsents', message: 'Restituisce le risposte attuali del paziente' },
  permission: 'consents:own',
  command: 'GetConsents',
  reads: 'own',
  request: z.object({}),
  response: z.object({ consents: AnswersShape }),
  errors: [],
  example: { session: 'uses', fields: { lang: 'it' } },
  handle: async (caller, _request, { deps }) => {
    const current = await consents(deps).current(caller)
    keepSeenConsents(caller, current)
    return { consents: current.answers }
  },
})

/** The prefixes of the names of answers. Old clients also send `C_DB`, which means that something was answered. */
const answerNames = { preliminary: /^P_/, consents: /^C_(?!DB$|DB_NO_NOTIFICATION$)/ } as const

/** @throws AppError field_unknown for an answer to a question that is not in the document, as in MyConsent (THREAT-34) */
const rejectOtherAnswers = (fields: LegacyFields, names: RegExp, questions: ReadonlySet<string>): void => {
  const others = Object.keys(fields).filter((field) => names.test(field) && !questions.has(field))
  if (others.length > 0) throw validationError(Object.fromEntries(others.map((field) => [field, { code: 'field_unknown' }])))
}

/** Parses the answers to the questions of a document: flags for two options, otherwise numbers of options. Empty fields are no answers. */
const parseAnswers = (fields: LegacyFields, kind: keyof typeof answerNames, { paragraphs }: ConsentDocument): Answers => {
  const questions = listQuestions(paragraphs).map(
    ({ field, options }) => [field, options.length === 2 ? optionalFlag() : optionalInteger()] as const,
  )
  rejectOtherAnswers(fields, answerNames[kind], new Set(questions.map(([field]) => field)))
  const answers = Object.entries(parseRequest(z.object(Object.fromEntries(questions)), fields))
  return Object.fromEntries(answers.flatMap(([field, answer]) => (answer === undefined ? [] : [[field, answer]])))
}

/** Old clients send any value in `password` with the answers, so it is read for a withdrawal only. */
const PasswordField = z.object({ password: optionalText(z.string()) })

/**
 * Stores answers, or the choice of a withdrawal. An old client shows the preliminary questions itself and sends no versions. Its answers
 * apply to the documents that it fetched (docs/policies.md).
 */
const updateConsents = legacyOperation({
  method: 'POST',
  path: '/patient/UpdateConsents',
  summary: /*i18n*/ { id: 'api.UpdateConsents', message: 'Registra le risposte del paziente oppure il suo ritiro' },
  permission: 'consents:own',
  command: 'UpdateConsents',
  request: z.object({
    C_DB_NO_NOTIFICATION: optionalChoice(withdrawalChoices, 'withdrawal_choice_required'),
    password: unread(z.string()),
    lang,
  }),
  patterns: { '{nome_campo}': { names: '^C_(?!DB_NO_NOTIFICATION$)', schema: z.union([z.boolean(), z.number().int()]) } },
  response: z.object({}),
  errors: [
    'consent_required',
    'consents_changed',
    'consent_text_changed',
    'consent_text_not_sent',
    'field_unknown',
    'preliminary_unanswered',
    'withdrawal_choice_required',
    'reauthentication_required',
    'password_wrong',
  ],
  descriptions: { '{nome_campo}': fieldTexts.consentAnswers },
  example: { session: 'uses', fields: { C_DB_P: 'true', C_DB_M: 'true', C_S: 'false' } },
  handle: async (caller, { C_DB_NO_NOTIFICATION: choice }, { deps, fields }) => {
    if (choice) await withdrawConsents(deps, caller, { choice, ...parseRequest(PasswordField, fields) })
    else
      await writeTransaction(deps, caller, (tx) =>
        giveConsentsByLegacyClient(deps, tx, caller, (kind, document) => parseAnswers(fields, kind, document)),
      )
    return noFields()
  },
})

export const consentsLegacy: readonly LegacyRoute[] = [getPreliminary, getConsentPoints, getConsents, updateConsents]
