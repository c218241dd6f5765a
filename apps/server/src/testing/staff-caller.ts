import type { Caller } from '@registry/api-contract/caller'
import { createCaller } from '../audit/operation.ts'

/** A caller without a request, for code that only distinguishes people. */
export const createStaffCaller = (username: string): Caller =>
  createCaller({
    actor: { kind: 'staff', userId: 1, username, roles: [] },
    site: 'staff',
    language: 'it',
    host: '192.0.2.1',
    userAgent: 'test',
    requestId: 'r1',
    command: 'probe',
    action: 'DO',
    cookies: { read: () => undefined, set: () => {}, clear: () => {} },
  })
