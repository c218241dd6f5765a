import { useDraft as useStoredDraft } from '@registry/app-shell/drafts/use-draft.ts'
import type { ConsentDocument } from '@registry/api-contract/consents'
import { type Answer, type Answers, findOption, listQuestions } from '@registry/domain/consent/points'
import { isRecord } from '@registry/ui/request-error.ts'

const pickAnswers = (document: ConsentDocument, answers: Answers): Answers => {
  const fields = new Set(listQuestions(document.points).map(({ field }) => field))
  return Object.fromEntries(Object.entries(answers).filter(([field]) => fields.has(field)))
}

const isAnswer = (value: unknown): value is Answer => typeof value === 'boolean' || typeof value === 'number'

/** The stored answers that are options of their question. */
const parseAnswers = ({ points }: ConsentDocument, stored: unknown): Answers | undefined => {
  if (!isRecord(stored)) return undefined
  const answers = listQuestions(points).flatMap((question) => {
    const answer = stored[question.field]
    return isAnswer(answer) && findOption(question, answer) !== undefined ? [[question.field, answer] as const] : []
  })
  return Object.fromEntries(answers)
}

/**
 * Answers that are not sent yet, stored by the hash of their document. An answer counts for the document shown (REQ-CON-04). They outlive reload,
 * Back and the session, and stay out of the registry until the patient sends them (REQ-UI-20). Another version or language
 * starts a new draft.
 * @param saved the first answers of a document without a draft
 */
export const useDraft = (document: ConsentDocument, saved: Answers = {}) => {
  const { value, keep, forget } = useStoredDraft(`answers ${document.hash}`, (stored) => parseAnswers(document, stored))
  const answers = value ?? pickAnswers(document, saved)
  return { answers, answer: (field: string, answer: Answer): void => keep({ ...answers, [field]: answer }), forget }
}
