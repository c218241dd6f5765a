import type { Caller } from '@registry/api-contract/caller'
import type { FilledSf36, NewSf36, Sf36Questionnaire, Sf36Response } from '@registry/api-contract/sf36'
import type { Transaction } from '@registry/db/transaction'
import { AppError, validationError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import { findSf36AnswerErrors, isSf36Answers, type Sf36Answers } from '@registry/domain/sf36/answers'
import { readShape } from '@registry/domain/sf36/items'
import { computeSf36Scores } from '@registry/domain/sf36/scores'
import { requirePatient } from '../../auth/require-patient.ts'
import { buildOwnReadTrace } from '../../audit/read-trace.ts'
import {
  findFilledRow,
  findNewestVersionRow,
  insertResponse,
  listResponseRows,
  lockConsent,
  type ResponseRow,
  type VersionRow,
} from './queries.ts'

type Described = Pick<VersionRow, 'description_it' | 'description_en' | 'scoring' | 'licence'>

const describe = ({ description_it, description_en, scoring, licence }: Described, language: Language) => ({
  description: language === 'it' ? description_it : description_en,
  demonstration: scoring === 'sf36' && licence === null,
})

const toQuestionnaire = (row: VersionRow, language: Language): Sf36Questionnaire => ({
  version: row.version,
  language,
  hash: language === 'it' ? row.hash_it : row.hash_en,
  scoring: row.scoring,
  ...describe(row, language),
  questions: [...row.content[language]],
})

/** Returns the newest published version in a language. @throws AppError sf36_not_published */
export const findPublishedQuestionnaire = async (tx: Transaction, language: Language): Promise<Sf36Questionnaire> => {
  const row = await findNewestVersionRow(tx)
  if (!row) throw new AppError('sf36_not_published')
  return toQuestionnaire(row, language)
}

const toResponse = (row: ResponseRow, language: Language): Sf36Response => ({
  key: row.key,
  filledAt: row.filled_at,
  version: row.version,
  ...describe(row, language),
  scores:
    row.scoring === 'none'
      ? null
      : { PF: row.pf, RP: row.rp, BP: row.bp, GH: row.gh, VT: row.vt, SF: row.sf, RE: row.re, MH: row.mh, HT: row.ht },
})

/** Records that the patient read the patient's own questionnaires. */
const recordOwnRead = (caller: Caller): void => caller.recordRead(buildOwnReadTrace(requirePatient(caller).patientId, ['SF36']))

export const listResponses = async (tx: Transaction, caller: Caller): Promise<Sf36Response[]> => {
  const rows = await listResponseRows(tx)
  recordOwnRead(caller)
  return rows.map((row) => toResponse(row, caller.language))
}

/** Returns a filled questionnaire in the words that the patient saw. @throws AppError sf36_response_unknown */
export const findResponse = async (tx: Transaction, caller: Caller, key: string): Promise<FilledSf36> => {
  const row = await findFilledRow(tx, key)
  if (!row) throw new AppError('sf36_response_unknown')
  recordOwnRead(caller)
  return { ...toResponse(row, row.language), questionnaire: toQuestionnaire(row, row.language), answers: [...row.answers] }
}

/** @throws AppError validation_failed with the errors of each item */
export const requireSf36Answers = (answers: unknown, { questions }: Sf36Questionnaire): Sf36Answers => {
  const shape = readShape(questions)
  if (!isSf36Answers(answers, shape)) throw validationError(findSf36AnswerErrors(answers, shape))
  return answers
}

/**
 * Denies patients who do not consent to medical data.
 * @throws AppError sf36_consent_required
 */
export const requireConsent = async (tx: Transaction, caller: Caller): Promise<void> => {
  if (!(await lockConsent(tx, requirePatient(caller).patientId))) throw new AppError('sf36_consent_required')
}

type Filled = { readonly key: string; readonly answers: Sf36Answers; readonly shown: Sf36Questionnaire }

/** Stores the answers once for each key. @throws AppError sf36_already_sent for other answers with the same key */
export const storeResponse = async (tx: Transaction, caller: Caller, { key, answers, shown }: Filled): Promise<Sf36Response> => {
  const { version, language, hash, scoring } = shown
  const scores = scoring === 'sf36' ? computeSf36Scores(answers.flat()) : null
  await insertResponse(tx, { patientId: requirePatient(caller).patientId, key, version, language, hash, answers, scores })
  const stored = await findFilledRow(tx, key)
  if (!stored || JSON.stringify(stored.answers) !== JSON.stringify(answers)) throw new AppError('sf36_already_sent')
  caller.note(`SF-36 version ${version}`)
  recordOwnRead(caller)
  return toResponse(stored, caller.language)
}

/**
 * Stores the answers of MyConsent if they belong to the newest version. The hash identifies the language that the patient saw.
 * @throws AppError sf36_text_changed, sf36_consent_required, validation_failed
 */
export const fillQuestionnaire = async (
  tx: Transaction,
  caller: Caller,
  { key, version, hash, answers }: NewSf36,
): Promise<Sf36Response> => {
  await requireConsent(tx, caller)
  const wordings = [await findPublishedQuestionnaire(tx, 'it'), await findPublishedQuestionnaire(tx, 'en')]
  const shown = wordings.find((wording) => wording.version === version && wording.hash === hash)
  if (!shown) throw new AppError('sf36_text_changed')
  return storeResponse(tx, caller, { key, answers: requireSf36Answers(answers, shown), shown })
}
