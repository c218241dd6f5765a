import type { ConsentDocument } from '@registry/api-contract/consents'
import { type Answer, type Answers, listQuestions } from '@registry/domain/consent/points'
import { useState } from 'react'

const answersTo = (document: ConsentDocument, answers: Answers): Answers => {
  const fields = new Set(listQuestions(document.points).map(({ field }) => field))
  return Object.fromEntries(Object.entries(answers).filter(([field]) => fields.has(field)))
}

/**
 * Answers not sent yet, each kept with the text it was given to: in another version or language the document begins anew, and
 * what was answered before is still there when its text comes back (D8: an answer counts for what was shown).
 * @param saved where a document without a draft begins
 */
export const useDraft = (document: ConsentDocument, saved: Answers = {}) => {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Answers>>>({})
  const { hash } = document
  const answers = drafts[hash] ?? answersTo(document, saved)
  return {
    answers,
    answer: (field: string, answer: Answer): void => setDrafts({ ...drafts, [hash]: { ...answers, [field]: answer } }),
    forget: (): void => setDrafts({}),
  }
}
