import { useDraft as useStoredDraft } from '@registry/app-shell/drafts/use-draft.ts'
import { isSf36Option, type Sf36ItemAnswers } from '@registry/domain/sf36/answers'
import { listItems, type QuestionShape } from '@registry/domain/sf36/items'
import { isRecord } from '@registry/ui/request-error.ts'

const noAnswers: Sf36ItemAnswers = {}

/** `key` identifies the questionnaire, so that a repeated confirmation stores it once. */
type Draft = { readonly key: string; readonly answers: Sf36ItemAnswers }

const parseDraft = (stored: unknown, shape: readonly QuestionShape[]): Draft | undefined => {
  if (!isRecord(stored) || typeof stored['key'] !== 'string' || !isRecord(stored['answers'])) return undefined
  const { key, answers } = stored
  const known = listItems(shape).flatMap(({ code, options }) => {
    const answer = answers[code]
    return isSf36Option(answer, options) ? [[code, answer] as const] : []
  })
  return { key, answers: Object.fromEntries(known) }
}

/**
 * Answers that are not sent yet. They outlive reload, Back, the tab and the session (REQ-UI-20). Answers count for the words that were
 * read, so a new version starts a new draft.
 */
export const useSf36Draft = (version: number, shape: readonly QuestionShape[]) => {
  const { value, keep, forget } = useStoredDraft(`SF-36 ${version}`, (stored) => parseDraft(stored, shape))
  const answers = value?.answers ?? noAnswers
  return {
    answers,
    key: value?.key,
    answer: (item: string, option: number): void =>
      keep({ key: value?.key ?? crypto.randomUUID(), answers: { ...answers, [item]: option } }),
    forget,
  }
}
