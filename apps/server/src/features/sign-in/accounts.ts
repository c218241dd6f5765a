import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { Patient, Staff } from '@registry/api-contract/caller'
import type { RoleGrant } from '@registry/domain/access/roles'
import type { Transaction } from '@registry/db/transaction'
import { isEmailContact, normalEmail } from '@registry/domain/access/contact'
import type { Language } from '@registry/domain/language'

/** What somebody signs in with, and where their messages go. */
export type Account = {
  readonly id: number
  readonly person: Staff | Patient
  readonly language: Language
  readonly passwordHash: string | null
  readonly passwordChangedAt: string | null
  readonly temporaryHash: string | null
  readonly temporaryUntil: string | null
  /** Whether an authenticator app is asked at the sign-in (D6). */
  readonly secondFactor: boolean
  readonly sendTo: { readonly channel: 'mail' | 'sms'; readonly to: string }
  /** Names, e-mail and centres, which no password of theirs may be made of. */
  readonly ownWords: readonly string[]
}

/** Under which name tries are counted: the same for every way to write a contact. */
export type SignInName = { readonly mode: 'user' | 'patient'; readonly contact: string }

export const staffName = (username: string): SignInName => ({ mode: 'user', contact: normalEmail(username) })

/** A mobile without a prefix is Italian (spec 1, section 5; D5). What is no number stays as typed and belongs to nobody. */
export const patientName = (typed: string): SignInName => ({
  mode: 'patient',
  contact: isEmailContact(typed) ? normalEmail(typed) : (parsePhoneNumberFromString(typed, 'IT')?.number ?? typed.trim()),
})

/** Under which name an account signs in. */
export const nameOf = ({ person, sendTo }: Pick<Account, 'person' | 'sendTo'>): SignInName =>
  person.kind === 'staff' ? staffName(person.username) : { mode: 'patient', contact: sendTo.to }

type Row = {
  id: number
  person_id: number
  language: Language
  password_hash: string | null
  password_changed_at: string | null
  temporary_hash: string | null
  temporary_until: string | null
  second_factor: boolean
  name: string
  surname: string
  email: string | null
}
type StaffRow = Row & { email: string; roles: readonly { role: RoleGrant['role']; areaid: string | null; center: string | null }[] }
type PatientRow = Row & { login_mode: 'Email' | 'Mobile'; mobile: string | null; center_code: string }

const shared = (row: Row) => ({
  id: row.id,
  language: row.language,
  passwordHash: row.password_hash,
  passwordChangedAt: row.password_changed_at,
  temporaryHash: row.temporary_hash,
  temporaryUntil: row.temporary_until,
  secondFactor: row.second_factor,
})

const staffAccount = (row: StaffRow): Account => {
  const roles = row.roles.map(({ role, areaid, center }) => ({ role, areaid: areaid ?? undefined, center: center ?? undefined }))
  return {
    ...shared(row),
    person: { kind: 'staff', userId: row.person_id, username: row.email, roles },
    sendTo: { channel: 'mail', to: row.email },
    ownWords: [row.name, row.surname, row.email, ...roles.flatMap(({ center }) => center ?? [])],
  }
}

const patientAccount = (row: PatientRow): Account => ({
  ...shared(row),
  person: { kind: 'patient', patientId: row.person_id },
  sendTo: row.login_mode === 'Email' ? { channel: 'mail', to: row.email ?? '' } : { channel: 'sms', to: row.mobile ?? '' },
  ownWords: [row.name, row.surname, row.email ?? '', row.mobile ?? '', row.center_code],
})

type By = { readonly name: SignInName } | { readonly accountId: number }

const staffWhere = (tx: Transaction, by: By) => ('name' in by ? tx.sql`u.email = ${by.name.contact}` : tx.sql`a.id = ${by.accountId}`)

/** Disabled users have no account to sign in with. */
const findStaff = async (tx: Transaction, by: By): Promise<Account | undefined> => {
  const [row] = await tx.sql<StaffRow[]>`
    SELECT a.id, u.id AS person_id, u.language, a.password_hash, a.password_changed_at, a.temporary_hash, a.temporary_until,
      EXISTS (SELECT FROM second_factor f WHERE f.account_id = a.id) AS second_factor, u.name, u.surname, u.email,
      coalesce((SELECT jsonb_agg(jsonb_build_object('role', r.role, 'areaid', r.areaid, 'center', r.center) ORDER BY r.id) FROM staff_role r WHERE r.user_id = u.id), '[]') AS roles
    FROM account a JOIN staff_user u ON u.id = a.staff_user_id
    WHERE ${staffWhere(tx, by)} AND u.disabled_at IS NULL`
  return row && staffAccount(row)
}

const patientWhere = (tx: Transaction, by: By) =>
  'accountId' in by
    ? tx.sql`a.id = ${by.accountId}`
    : tx.sql`a.id = (SELECT c.account_id FROM sign_in_contact c WHERE c.contact = ${by.name.contact} ORDER BY c.in_use DESC, c.account_id DESC LIMIT 1)`

/**
 * A patient who withdrew is signed out for good (D8). A contact leads to the account that uses it; until one does, to the newest
 * invitation, so that who lost the link can ask for another (D5).
 */
const findPatient = async (tx: Transaction, by: By): Promise<Account | undefined> => {
  const [row] = await tx.sql<PatientRow[]>`
    SELECT a.id, p.id AS person_id, p.lang AS language, a.password_hash, a.password_changed_at, a.temporary_hash, a.temporary_until, false AS second_factor, i.name, i.surname, i.email,
      i.login_mode, i.mobile_prefix || i.mobile AS mobile, p.center_code
    FROM account a JOIN patient p ON p.id = a.patient_id JOIN patient_identity i ON i.patient_id = p.id
    WHERE ${patientWhere(tx, by)} AND p.c_db_no_notification IS NULL`
  return row && patientAccount(row)
}

export const findByName = (tx: Transaction, name: SignInName): Promise<Account | undefined> =>
  name.mode === 'user' ? findStaff(tx, { name }) : findPatient(tx, { name })

export const findById = (tx: Transaction, person: Pick<Staff | Patient, 'kind'>, accountId: number): Promise<Account | undefined> =>
  person.kind === 'staff' ? findStaff(tx, { accountId }) : findPatient(tx, { accountId })
