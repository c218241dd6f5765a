import type { Services } from '@registry/api-contract/services'
import type { CurrentConsents, GivenConsents } from '@registry/api-contract/consents'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import { consentDocuments, everythingGiven, fakeDocuments, ledger } from './consents.ts'
import { serve } from './fake-server.ts'
import { openAt } from './render-app.ts'

export type User = Awaited<ReturnType<typeof openAt>>

/** A server that stores the given consents. */
export const serveConsents = (begin: CurrentConsents, changed: Partial<Services['consents']> = {}, user = patientUser()) => {
  let current = begin
  const give = vi.fn(async (_by: unknown, { consents }: GivenConsents) => {
    current = { ...everythingGiven, answers: consents.answers }
    return current
  })
  serve({
    user,
    home: { patient: async () => ({ uses: [], usesThisYear: 0, listReadsThisYear: 0 }) },
    consents: {
      ...fakeDocuments(),
      current: async () => current,
      history: async () => ledger,
      answered: async () => (current.given ? consentDocuments.consents : null),
      reconsentRequest: async () => null,
      give,
      ...changed,
    },
  })
  return give
}

export const openConsents = async (begin: CurrentConsents, address = '/consenso', changed: Partial<Services['consents']> = {}) => {
  const give = serveConsents(begin, changed)
  const user = await openAt(address)
  await screen.findByRole('tab', { name: 'Informazioni' })
  return { user, give }
}
export const tab = (name: string) => screen.getByRole('tab', { name })
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const group = (name: string | RegExp) => within(screen.getByRole('group', { name }))
export const answer = async (user: User, question: string | RegExp, option: string) =>
  user.click(within(await screen.findByRole('group', { name: question })).getByRole('radio', { name: option }))
export const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }))
export const answerPreliminary = async (user: User, second = 'Sì') => {
  await answer(user, 'Hai letto le informazioni?', 'Sì')
  await answer(user, 'Rispondi liberamente?', second)
  await user.click(button('Prosegui con i consensi'))
}
