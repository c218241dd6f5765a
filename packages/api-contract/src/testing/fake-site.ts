import type { ErrorDetail } from '@registry/domain/error'
import type { Actor, Site } from '../caller.ts'
import type { UserInfo } from '../session.ts'
import type { Context } from '../trpc.ts'
import type { PartialServices } from '../services.ts'
import { fakeContext } from './fake-context.ts'

/** The state of the fake server: the signed-in person, and the services of the test. */
export type Fake = PartialServices & { readonly user?: UserInfo | null }

const siteInfo = {
  staffOrigin: 'http://staff.example',
  myconsentOrigin: 'http://myconsent.example',
  languages: ['it' as const, 'en' as const],
  fe_version: '0.0.1',
  be_version: '0.0.1',
  contacts: { controller: 'Fondazione Esempio', dataProtectionOfficer: 'rpd@example.org', support: null },
  demo: true,
  participants: { centres: 6, people: 1430 },
}

const buildActor = (user: UserInfo | null): Actor => {
  if (!user) return { kind: 'visitor' }
  const own = user.actingFor === undefined ? ({ kind: 'patient', patientId: 1 } as const) : ({ kind: 'guardian', guardianId: 1 } as const)
  const person = user.mode === 'patient' ? own : ({ kind: 'staff', userId: 1, username: user.username, roles: user.roles } as const)
  if (user.secondFactorMissing && person.kind === 'staff') return { kind: 'enrolling', person }
  return user.passwordExpired ? { kind: 'restricted', person } : person
}

/** Builds a site for tests of screens. Nobody is signed in until the test calls `serve`. */
export const fakeSite = (site: Site, formatError: (detail: ErrorDetail) => string) => {
  let fake: Fake = {}
  return {
    /** Replaces the state of the fake server. */
    serve: (next: Fake): void => {
      fake = next
    },
    context: (): Context => {
      const user = fake.user ?? null
      const session = { current: async () => user, site: async () => siteInfo, end: async () => undefined, ...fake.session }
      return fakeContext({ services: { ...fake, session }, actor: buildActor(user), site, formatError })
    },
  }
}
