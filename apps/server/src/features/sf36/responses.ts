import type { Caller } from '@registry/api-contract/caller'
import type { FilledSf36, NewSf36, Sf36Questionnaire, Sf36Response } from '@registry/api-contract/sf36'
import type { Transaction } from '@registry/db/transaction'
import { AppError, validationError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import { findSf36AnswerErrors, isSf36Answers, type Sf36Answers } from '@registry/domain/sf36/answers'
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

const toQuestionnaire = ({ version, content, licence, hash_it, hash_en }: VersionRow, language: Language): Sf36Questionnaire => ({
  version,
  language,
  hash: language === 'it' ? hash_it : hash_en,
  demonstration: licence === null,
  points: [...content[language]],
})

/** Returns the newest published wording in a language. @throws AppError sf36_not_published */
export const findPublishedQuestionnaire = async (tx: Transaction, language: Language): Promise<Sf36Questionnaire> => {
  const row = await findNewestVersionRow(tx)
  if (!row) throw new AppError('sf36_not_published')
  return toQuestionnaire(row, language)
}

const toResponse = ({ key, filled_at, version, licence, pf, rp, bp, gh, vt, sf, re, mh, ht }: ResponseRow): Sf36Response => ({
  key,
  filledAt: filled_at,
  version,
  demonstration: licence === null,
  scores: { PF: pf, RP: rp, BP: bp, GH: gh, VT: vt, SF: sf, RE: re, MH: mh, HT: ht },
})

/** Records that the patient read the own questionnaires (REQ-ADM-01). */
const recordOwnRead = (caller: Caller): void => caller.recordRead(buildOwnReadTrace(requirePatient(caller).patientId, ['SF36']))

export const listResponses = async (tx: Transaction, caller: Caller): Promise<Sf36Response[]> => {
  const rows = await listResponseRows(tx)
  recordOwnRead(caller)
  return rows.map(toResponse)
}

/** Returns a filled questionnaire in the words that the patient saw. @throws AppError sf36_response_unknown */
export const findResponse = async (tx: Transaction, caller: Caller, key: string): Promise<FilledSf36> => {
  const row = await findFilledRow(tx, key)
  if (!row) throw new AppError('sf36_response_unknown')
  recordOwnRead(caller)
  return { ...toResponse(row), questionnaire: toQuestionnaire(row, row.language), answers: [...row.answers] }
}

/** @throws AppError validation_failed with the errors of each item */
export const requireSf36Answers = (answers: unknown): Sf36Answers => {
  if (!isSf36Answers(answers)) throw validationError(findSf36AnswerErrors(answers))
  return answers
}

/** Refuses a patient who does not consent to medical data. @throws AppError sf36_consent_required */
export const requireConsent = async (tx: Transaction, caller: Caller): Promise<void> => {
  if (!(await lockConsent(tx, requirePatient(caller).patientId))) throw new AppError('sf36_consent_required')
}

type Filled = { readonly key: string; readonly answers: Sf36Answers; readonly shown: Sf36Questionnaire }

/** Stores the answers once for each key. @throws AppError sf36_already_sent for other answers with the same key */
export const storeResponse = async (tx: Transaction, caller: Caller, { key, answers, shown }: Filled): Promise<Sf36Response> => {
  const { version, language, hash } = shown
  const scores = computeSf36Scores(answers.flat())
  await insertResponse(tx, { patientId: requirePatient(caller).patientId, key, version, language, hash, answers, scores })
  const stored = await findFilledRow(tx, key)
  if (!stored || JSON.stringify(stored.answers) !== JSON.stringify(answers)) throw new AppError('sf36_already_sent')
  caller.note(`SF-36 version ${version}`)
  recordOwnRead(caller)
  return toResponse(stored)
}

/**
 * Stores the answers of MyConsent if they belong to the newest wording. The hash tells which language the patient saw.
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
  return storeResponse(tx, caller, { key, answers: requireSf36Answers(answers), shown })
}
