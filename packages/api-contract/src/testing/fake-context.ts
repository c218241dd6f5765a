import type { ErrorDetail } from '@registry/domain/error'
import type { Actor, Site } from '../caller.ts'
import { createCallService, type PartialServices } from '../services.ts'
import type { Context } from '../trpc.ts'

/** The keys of the only account of a test. */
const fakeDraftKeys = { current: Buffer.alloc(32, 1).toString('base64'), previous: Buffer.alloc(32, 2).toString('base64') }

export type FakeCall = {
  readonly services: PartialServices
  readonly actor: Actor
  readonly site: Site
  readonly formatError: (detail: ErrorDetail) => string
}

/** Builds the context of one call for tests of screens, with real router, permissions and schemas, and fake services. */
export const fakeContext = ({ services, actor, site, formatError }: FakeCall): Context => ({
  callService: createCallService({ ...services, ownSessions: { draftKeys: async () => fakeDraftKeys, ...services.ownSessions } }),
  createCaller: ({ command, action }) => ({
    actor,
    site,
    command,
    action,
    language: 'it',
    host: '127.0.0.1',
    userAgent: 'test',
    requestId: 'test-request',
    cookies: { read: () => undefined, set: () => undefined, clear: () => undefined },
    note: () => undefined,
    recordRead: () => undefined,
  }),
  formatError,
  requestId: 'test-request',
  withAuditEntry: (_caller, work) => work(),
})
