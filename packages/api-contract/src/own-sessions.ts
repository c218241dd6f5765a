import { z } from 'zod'
import type { Caller } from './caller.ts'
import { OwnPassword, type Reauthentication } from './second-factor.ts'

/** One of the signed-in person's sessions: enough to know the device again. */
export const OwnSession = z.object({
  id: z.number().int(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  fromHost: z.string(),
  beganAt: z.string(),
  /** To the minute: it is written at most so often. */
  lastUsedAt: z.string(),
  current: z.boolean(),
})
export const EndedSession = z.strictObject({ id: z.number().int().positive(), password: OwnPassword.optional() })

export type OwnSession = z.infer<typeof OwnSession>
export type EndedSession = z.infer<typeof EndedSession>

export type OwnSessions = {
  /** The last used first. */
  list(caller: Caller): Promise<OwnSession[]>
  /** Ends one of them; the password is asked when the last proof is old (D6; ASVS 7.5.2). */
  end(caller: Caller, session: EndedSession): Promise<void>
  /** Ends all of them, the one at hand too; the password is asked when the last proof is old. */
  endAll(caller: Caller, reauthentication: Reauthentication): Promise<void>
}
