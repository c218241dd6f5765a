import { z } from 'zod'
import { Done } from './fields.ts'
import { OwnPassword, Reauthentication } from './second-factor.ts'
import { procedure, router } from './trpc.ts'

/** One session of the signed-in person, with enough data to recognise the device. */
export const OwnSession = z.object({
  id: z.number().int(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  ipAddress: z.string(),
  beganAt: z.string(),
  /** Accurate to the minute, because the server writes it at most once a minute. */
  lastUsedAt: z.string(),
  current: z.boolean(),
})
export const EndedSession = z.strictObject({ id: z.number().int().positive(), password: OwnPassword.optional() })

/** The keys that encrypt the caller's drafts in the browser, as base64: those of today and of yesterday (decision 0034). */
export const DraftKeys = z.object({ current: z.base64(), previous: z.base64() })

export type DraftKeys = z.infer<typeof DraftKeys>
export type OwnSession = z.infer<typeof OwnSession>
export type EndedSession = z.infer<typeof EndedSession>

export const ownSessions = router({
  /** Lists the sessions, last used first. */
  list: procedure({ permission: 'sessions:own', audit: ['own_sessions'] }).query(z.array(OwnSession)),
  /** Returns the keys of the caller's drafts. Another account has other keys, and a key changes every day (THREAT-51). */
  draftKeys: procedure({ permission: 'sessions:own', audit: ['own_sessions', 'DRAFT_KEYS'] }).query(DraftKeys),
  /** Ends one session. It requires the password if the last check is too old (REQ-ACC-21, ASVS 7.5.2). */
  end: procedure({ permission: 'sessions:own', audit: ['own_sessions', 'END'] })
    .input(EndedSession)
    .mutation(Done),
  /** Ends all sessions, including the current one. It requires the password if the last check is too old. */
  endAll: procedure({ permission: 'sessions:own', audit: ['own_sessions', 'END_ALL'] })
    .input(Reauthentication)
    .mutation(Done),
})
