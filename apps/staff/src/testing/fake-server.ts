import { i18n } from '@lingui/core'
import { appRouter } from '@registry/api-contract/app-router'
import type { Actor } from '@registry/api-contract/caller'
import type { UserInfo } from '@registry/api-contract/session'
import { fakeContext, type FakePorts } from '@registry/api-contract/testing/fake-context'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { http } from 'msw'
import { setupServer } from 'msw/node'

/** What the fake server knows: the person behind the session cookie, and the ports that the test supplies. */
export type Fake = FakePorts & { readonly user?: UserInfo | null }

let fake: Fake = {}

/** Sets what the server answers from now on; each test begins with an empty one. */
export const serve = (given: Fake): void => {
  fake = given
}

const siteInfo = {
  staffOrigin: 'http://staff.example',
  myconsentOrigin: 'http://myconsent.example',
  languages: ['it' as const, 'en' as const],
  fe_version: '0.0.1',
  be_version: '0.0.1',
  demo: true,
}

const actorOf = (user: UserInfo | null): Actor => {
  if (!user) return { kind: 'visitor' }
  const person =
    user.mode === 'patient'
      ? ({ kind: 'patient', patientId: 1 } as const)
      : ({ kind: 'staff', userId: 1, username: user.username, roles: user.roles } as const)
  if (user.secondFactorMissing && person.kind === 'staff') return { kind: 'enrolling', person }
  return user.passwordExpired ? { kind: 'restricted', person } : person
}

const context = () => {
  const user = fake.user ?? null
  const sessions = { current: async () => user, site: async () => siteInfo, end: async () => undefined, ...fake.sessions }
  return fakeContext({
    ports: { ...fake, sessions },
    actor: actorOf(user),
    site: 'staff',
    say: ({ code, params }) => i18n._(`fault.${code}`, { ...params }),
  })
}

/** The real contract router behind the network, so that a renamed field or a missing permission breaks the test of a screen. */
export const server = setupServer(
  http.all('*/api/trpc/*', ({ request }) =>
    fetchRequestHandler({ endpoint: '/api/trpc', req: request, router: appRouter, allowMethodOverride: true, createContext: context }),
  ),
)
