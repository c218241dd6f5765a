import type { ConsentDocument } from '@registry/api-contract/consents'
import { type Answer, type Answers, listQuestions } from '@registry/domain/consent/points'
import { useState } from 'react'

const pickAnswers = (document: ConsentDocument, answers: Answers): Answers => {
  const fields = new Set(listQuestions(document.points).map(({ field }) => field))
  return Object.fromEntries(Object.entries(answers).filter(([field]) => fields.has(field)))
}

/**
 * Answers that are not sent yet, stored by the hash of their text, since an answer counts for the text shown (REQ-CON-04).
 * Another version or language starts a new draft.
 * @param saved the first answers of a document without a draft
 */
export const useDraft = (document: ConsentDocument, saved: Answers = {}) => {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Answers>>>({})
  const { hash } = document
  const answers = drafts[hash] ?? pickAnswers(document, saved)
  return {
    answers,
    answer: (field: string, answer: Answer): void => setDrafts({ ...drafts, [hash]: { ...answers, [field]: answer } }),
    forget: (): void => setDrafts({}),
  }
}
