import { isSf36Option, type Sf36ItemAnswers } from '@registry/domain/sf36/answers'
import { listItems, type QuestionShape, readShape } from '@registry/domain/sf36/items'
import { isRecord } from '@registry/ui/request-error.ts'
import { queryClient, shell } from '../../app/shell.ts'
import { sf36Queries } from './queries.ts'

/** `key` identifies the questionnaire, so that a repeated confirmation stores it once. */
type Draft = { readonly key: string; readonly answers: Sf36ItemAnswers }

const draftPrefix = 'SF-36 '
export const formatDraftName = (version: number): string => `${draftPrefix}${version}`

export const parseDraft = (stored: unknown, shape: readonly QuestionShape[]): Draft | undefined => {
  if (!isRecord(stored) || typeof stored['key'] !== 'string' || !isRecord(stored['answers'])) return undefined
  const { key, answers } = stored
  const known = listItems(shape).flatMap(({ code, options }) => {
    const answer = answers[code]
    return isSf36Option(answer, options) ? [[code, answer] as const] : []
  })
  return { key, answers: Object.fromEntries(known) }
}

/** A questionnaire with answers that are not sent yet. */
type StartedQuestionnaire = { readonly answered: number; readonly total: number }

/** Finds the questionnaire that the patient began on this device. Answers to an older version cannot be continued (REQ-UI-12). */
export const findStartedQuestionnaire = async (): Promise<StartedQuestionnaire | undefined> => {
  await shell.drafts.open()
  if (!shell.drafts.list().some((name) => name.startsWith(draftPrefix))) return undefined
  const { version, questions } = await queryClient.ensureQueryData(sf36Queries.questionnaire())
  const shape = readShape(questions)
  const draft = parseDraft(shell.drafts.read(formatDraftName(version)), shape)
  const answered = Object.keys(draft?.answers ?? {}).length
  return answered === 0 ? undefined : { answered, total: listItems(shape).length }
}
