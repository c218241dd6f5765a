import type { Services } from '@registry/api-contract/services'
import type { Sf36Questionnaire, Sf36Response } from '@registry/api-contract/sf36'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { computeSf36Scores } from '@registry/domain/sf36/scores'
import { sf36Items, sf36Questions } from '@registry/domain/sf36/structure'
import { vi } from 'vitest'
import { everythingGiven } from './consents.ts'
import { serve } from './fake-server.ts'

/** Short words in the published structure. */
export const shortQuestionnaire: Sf36Questionnaire = {
  version: 4,
  language: 'it',
  hash: 'sf36-4',
  description: 'Prova',
  scoring: 'sf36',
  demonstration: true,
  questions: sf36Questions.map(({ type, options, items }, place) => ({
    text: `Domanda ${place + 1}`,
    help: `Aiuto ${place + 1}`,
    options: Array.from({ length: options }, (_, option) => `Scelta ${option + 1}`),
    questions: type === 'multi' ? items.map((_item, index) => `Domanda ${place + 1}${'abcdefghij'[index]}`) : [],
  })),
}

export const allFirst = sf36Questions.map(({ type, items }) => (type === 'multi' ? items.map(() => 1) : 1))

export const createResponse = (key: string, filledAt: string): Sf36Response => ({
  key,
  filledAt,
  version: 4,
  description: 'Prova',
  demonstration: true,
  scores: computeSf36Scores(sf36Items.map(() => 1)),
})

/** A server with these filled questionnaires, which stores new ones. */
export const serveSf36 = (responses: readonly Sf36Response[] = [], changed: Partial<Services['sf36']> = {}, consented = true) => {
  const stored = [...responses]
  const fill = vi.fn(async (_by: unknown, { key }: { readonly key: string }) => {
    const response = createResponse(key, '2026-11-22T10:00:00.000Z')
    stored.unshift(response)
    return response
  })
  const user = patientUser()
  serve({
    user: { ...user, patient: user.patient && { ...user.patient, c_db_m: consented } },
    home: { patient: async () => ({ uses: [], usesThisYear: 0, listReadsThisYear: 0 }) },
    consents: { current: async () => everythingGiven },
    sf36: {
      questionnaire: async () => shortQuestionnaire,
      responses: async () => stored,
      response: async (_by, { key }) => ({
        ...(stored.find((each) => each.key === key) ?? createResponse(key, '2026-01-01T10:00:00.000Z')),
        questionnaire: shortQuestionnaire,
        answers: allFirst,
      }),
      fill,
      ...changed,
    },
  })
  return fill
}
