import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Caller } from '@registry/api-contract/caller'
import { Sf36VersionRow, type Sf36Questionnaire } from '@registry/api-contract/sf36'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { requirePatient } from '../../auth/require-patient.ts'
import { writeTransaction } from '../../audit/operation.ts'
import { legacyOperation, legacyRoute, noFields, noInput } from '../../http/legacy/declare.ts'
import { json, lang } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import { findRepeatedKey, findSentText, storeSentText } from './queries.ts'
import { findPublishedQuestionnaire, requireConsent, requireSf36Answers, storeResponse } from './responses.ts'

const Question = z.object({
  tipo: z.enum(['radio', 'multi']),
  testo: z.string(),
  help: z.string(),
  risposte: z.array(z.string()),
  domande: z.array(z.string()),
})

const formatQuestion = ({ text, help, options, questions }: Sf36Questionnaire['questions'][number]) => ({
  tipo: questions.length > 0 ? ('multi' as const) : ('radio' as const),
  testo: text,
  help,
  risposte: options,
  domande: questions,
})

/** Returns the newest wording. The server records that it sent it, because the answers of an old program name no version. */
const getSf36 = legacyOperation({
  method: 'POST',
  path: '/patient/GetSF36',
  summary: /*i18n*/ { id: 'api.GetSF36', message: 'Restituisce le domande del questionario SF-36, nella lingua richiesta' },
  permission: 'sf36:own',
  command: 'GetSF36',
  request: z.object({ lang }),
  response: z.object({
    sf36: z.object({ version: z.number().int(), hash: z.string(), demonstration: z.boolean(), points: z.array(Question) }),
  }),
  errors: ['sf36_not_published'],
  descriptions: { sf36: fieldTexts.sf36 },
  example: { session: 'uses', fields: { lang: 'it' } },
  handle: (caller, _request, { deps }) =>
    writeTransaction(deps, caller, async (tx) => {
      const { version, language, hash, demonstration, questions } = await findPublishedQuestionnaire(tx, caller.language)
      await storeSentText(tx, requirePatient(caller).patientId, { version, language })
      return { sf36: { version, hash, demonstration, points: questions.map(formatQuestion) } }
    }),
})

/** A form sends the number of an option as text. */
const readOption = (answer: unknown): unknown => (typeof answer === 'string' && /^\d{1,3}$/.test(answer) ? Number(answer) : answer)

const readAnswers = (answers: unknown): unknown =>
  Array.isArray(answers) ? answers.map((answer: unknown) => (Array.isArray(answer) ? answer.map(readOption) : readOption(answer))) : answers

/**
 * Returns the wording that an old program shows: the last one that it received, otherwise the newest.
 * @throws AppError sf36_text_changed after a newer wording was published
 */
const findShownQuestionnaire = async (tx: Transaction, caller: Caller): Promise<Sf36Questionnaire> => {
  const sent = await findSentText(tx)
  const newest = await findPublishedQuestionnaire(tx, sent?.language ?? caller.language)
  if (sent && sent.version !== newest.version) throw new AppError('sf36_text_changed')
  return newest
}

/** The body is the list of the answers, or contains it in the field `answers`. */
const newSf36 = legacyOperation({
  method: 'POST',
  path: '/patient/NewSF36',
  summary: /*i18n*/ {
    id: 'api.NewSF36',
    message: 'Registra un questionario compilato; la stessa richiesta ripetuta non ne registra un altro',
  },
  permission: 'sf36:own',
  command: 'NewSF36',
  reads: 'own',
  request: z.object({ answers: json().meta({ type: 'array', items: {} }), lang }),
  response: z.object({}),
  errors: ['sf36_answers_count', 'sf36_sub_answers_count', 'sf36_answer_required', 'sf36_text_changed', 'sf36_consent_required'],
  descriptions: { answers: fieldTexts.sf36Answers },
  example: {
    session: 'uses',
    fields: { answers: '[3,3,[2,2,3,2,3,3,3,2,3,3],[1,2,1,2],[2,2,1],2,3,2,[3,4,5,3,3,4,4,3,3],4,[3,3,2,3]]' },
  },
  handle: async (caller, { answers: field }, { deps, request }) => {
    await writeTransaction(deps, caller, async (tx) => {
      await requireConsent(tx, caller)
      const shown = await findShownQuestionnaire(tx, caller)
      const answers = requireSf36Answers(readAnswers(Array.isArray(request.body) ? request.body : field), shown)
      const key = (await findRepeatedKey(tx, { version: shown.version, answers })) ?? randomUUID()
      await storeResponse(tx, caller, { key, answers, shown })
    })
    return noFields()
  },
})

const listSf36 = legacyRoute({
  method: 'POST',
  path: '/sf36',
  action: 'LIST',
  summary: /*i18n*/ { id: 'api.sf36_list', message: 'Elenca le versioni pubblicate del questionario' },
  procedure: (api) => api.sf36.versions,
  request: z.object({ lang }),
  response: z.object({ rows: z.array(Sf36VersionRow) }),
  errors: [],
  example: { session: 'uses', fields: { action: 'LIST', lang: 'it' } },
  toInput: noInput,
  toResponse: (rows) => ({ rows }),
})

export const sf36Legacy: readonly LegacyRoute[] = [getSf36, newSf36, listSf36]
