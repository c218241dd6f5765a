import { z } from 'zod'
import type { Caller, Person } from '@registry/api-contract/caller'
import { roles as roleNames } from '@registry/domain/access/roles'
import type { Queries } from '@registry/db/connect'
import { isEmailContact, normalizeEmail } from '@registry/domain/access/contact'
import { cleanText } from '@registry/domain/text'
import { languages, type Language } from '@registry/domain/language'
import { parseNumber } from '../shared/parse-number.ts'
import { hashToken } from './tokens.ts'

/** The credentials of an account and the contact for its notifications. */
export type Account = {
  readonly id: number
  readonly person: Person
  readonly language: Language
  readonly passwordHash: string | null
  readonly passwordChangedAt: string | null
  readonly temporaryPasswordHash: string | null
  readonly temporaryPasswordUntil: string | null
  /** Whether the sign-in requires a code of an authenticator app (REQ-ACC-01). */
  readonly secondFactor: boolean
  readonly sendTo: { readonly channel: 'mail' | 'sms'; readonly to: string }
  /** Name, e-mail and centres, which the password must not contain. The name is present only in the account of a session. */
  readonly personalWords: readonly string[]
  /** The time of the person's last authentication. Present only in the account of a session. */
  readonly authenticatedAt?: string
  /** The time of the session's last one-time code. Present only in the account of a session. */
  readonly codeCheckedAt?: string
}

/** The name under which failures are counted. It is the same for each spelling of a contact. */
export type SignInName = { readonly mode: 'user' | 'patient'; readonly contact: string }

export const parseStaffName = (username: string): SignInName => ({ mode: 'user', contact: normalizeEmail(username) })

const formatNumber = (typed: string): string => {
  const parsed = parseNumber(typed)
  return parsed ? `${parsed.prefix}${parsed.number}` : typed
}

/** A mobile number without a prefix is Italian (REQ-PAT-02). Text that is not a number stays as typed and matches no account. */
export const parsePatientName = (typed: string): SignInName => ({
  mode: 'patient',
  contact: isEmailContact(typed) ? normalizeEmail(typed) : formatNumber(cleanText(typed)),
})

export const getSignInName = ({ person, sendTo }: Pick<Account, 'person' | 'sendTo'>): SignInName =>
  person.kind === 'staff' ? parseStaffName(person.username) : { mode: 'patient', contact: sendTo.to }

const timestamp = z.string().nullable()
/** An account as returned by the sign-in functions of the database. */
const AccountRow = z.object({
  id: z.number(),
  staff_user_id: z.number().nullable(),
  patient_id: z.number().nullable(),
  // A function of the last release does not return it.
  guardian_id: z.number().nullable().default(null),
  language: z.enum(languages),
  password_hash: z.string().nullable(),
  password_changed_at: timestamp,
  temporary_password_hash: z.string().nullable(),
  temporary_password_until: timestamp,
  second_factor: z.boolean(),
  channel: z.enum(['mail', 'sms']),
  contact: z.string().nullable(),
  roles: z.array(z.object({ role: z.enum(roleNames), areaid: z.string().optional(), center: z.string().optional() })),
  personal_words: z.array(z.string()).default([]),
  authenticated_at: z.string().optional(),
  code_checked_at: timestamp.optional(),
})

const buildPerson = ({ staff_user_id, patient_id, guardian_id, contact, roles }: z.infer<typeof AccountRow>): Person => {
  if (staff_user_id !== null) return { kind: 'staff', userId: staff_user_id, username: contact ?? '', roles }
  if (patient_id !== null) return { kind: 'patient', patientId: patient_id, ...(guardian_id !== null && { guardianId: guardian_id }) }
  if (guardian_id !== null) return { kind: 'guardian', guardianId: guardian_id }
  throw new Error('an account has no person')
}

/** Parses the account that a database function returns. Null means no account. */
export const parseAccount = (answer: unknown): Account | undefined => {
  const row = AccountRow.nullable().parse(answer)
  if (!row) return undefined
  return {
    id: row.id,
    person: buildPerson(row),
    language: row.language,
    passwordHash: row.password_hash,
    passwordChangedAt: row.password_changed_at,
    temporaryPasswordHash: row.temporary_password_hash,
    temporaryPasswordUntil: row.temporary_password_until,
    secondFactor: row.second_factor,
    sendTo: { channel: row.channel, to: row.contact ?? '' },
    personalWords: [...row.personal_words, ...row.roles.flatMap(({ center }) => center ?? [])],
    ...(row.authenticated_at !== undefined && { authenticatedAt: row.authenticated_at }),
    ...(typeof row.code_checked_at === 'string' && { codeCheckedAt: row.code_checked_at }),
  }
}

export const findAccountByName = async (sql: Queries, { mode, contact }: SignInName): Promise<Account | undefined> => {
  const [answer] = await sql<{ account: unknown }[]>`SELECT find_sign_in_account(${mode}, ${contact}) AS account`
  return parseAccount(answer?.account)
}

/** Hashes the caller's session token, as stored in the database. */
export const hashSessionToken = (caller: Caller): Buffer => hashToken(caller.cookies.read('sid') ?? '')

export const findAccountBySession = async (sql: Queries, caller: Caller): Promise<Account | undefined> => {
  const [answer] = await sql<{ account: unknown }[]>`SELECT find_session_account(${hashSessionToken(caller)}) AS account`
  return parseAccount(answer?.account)
}
