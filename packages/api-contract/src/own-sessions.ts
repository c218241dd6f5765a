import { z } from 'zod'
import type { Caller } from './caller.ts'
import { OwnPassword, type Reauthentication } from './second-factor.ts'

/** One session of the signed-in person, with enough data to recognise the device. */
export const OwnSession = z.object({
  id: z.number().int(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  fromHost: z.string(),
  beganAt: z.string(),
  /** Accurate to the minute, because the server writes it at most once a minute. */
  lastUsedAt: z.string(),
  current: z.boolean(),
})
export const EndedSession = z.strictObject({ id: z.number().int().positive(), password: OwnPassword.optional() })

export type OwnSession = z.infer<typeof OwnSession>
export type EndedSession = z.infer<typeof EndedSession>

export type OwnSessions = {
  /** Lists the sessions, last used first. */
  list(caller: Caller): Promise<OwnSession[]>
  /** Ends one session. It requires the password if the last check is too old (REQ-ACC-21, ASVS 7.5.2). */
  end(caller: Caller, session: EndedSession): Promise<void>
  /** Ends all sessions, including the current one. It requires the password if the last check is too old. */
  endAll(caller: Caller, reauthentication: Reauthentication): Promise<void>
}
