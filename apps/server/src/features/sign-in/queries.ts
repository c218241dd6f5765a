import type { Caller } from '@registry/api-contract/caller'
import type { PatientExtras } from '@registry/api-contract/session'
import type { Queries } from '@registry/db/connect'
import type { Transaction } from '@registry/db/transaction'
import { passwordsRemembered } from '@registry/domain/access/password'
import type { Language } from '@registry/domain/language'
import { hashSessionToken, parseAccount, type Account } from '../../auth/accounts.ts'
import { hashToken } from '../../auth/tokens.ts'

type Done = { readonly done: boolean }

/** Replaces a hash with outdated parameters, unless the password changed in the meantime. */
export const renewPasswordHash = async (sql: Queries, account: Account, hash: string): Promise<void> => {
  await sql`SELECT renew_password_hash(${account.id}, ${account.passwordHash}, ${hash})`
}

/** Lists the hashes of the session's previous passwords, newest first. */
export const listFormerPasswords = async (sql: Queries, caller: Caller): Promise<readonly string[]> => {
  const rows = await sql<
    { hash: string }[]
  >`SELECT hash FROM list_former_passwords(${hashSessionToken(caller)}, ${passwordsRemembered}) AS hash`
  return rows.map(({ hash }) => hash)
}

/** Changes the password of the session and ends its other sessions. It returns false if the session has ended. */
export const changeSessionPassword = async (sql: Queries, caller: Caller, hash: string, now: Date): Promise<boolean> => {
  const [changed] = await sql<Done[]>`SELECT change_password(${hashSessionToken(caller)}, ${hash}, ${now.toISOString()}) AS done`
  return changed?.done ?? false
}

export const setTemporaryPassword = async (sql: Queries, account: Account, hash: string, expiresAt: Date): Promise<void> => {
  await sql`SELECT set_temporary_password(${account.id}, ${hash}, ${expiresAt.toISOString()})`
}

type LiveTimes = { readonly now: Date; readonly expiresAt: Date }

export const createResetLink = async (sql: Queries, account: Account, secret: string, { now, expiresAt }: LiveTimes): Promise<void> => {
  await sql`SELECT create_reset_link(${account.id}, ${hashToken(secret)}, ${now.toISOString()}, ${expiresAt.toISOString()})`
}

export const findLinkAccount = async (sql: Queries, contact: string, secret: string, now: Date): Promise<Account | undefined> => {
  const [live] = await sql<{ account: unknown }[]>`
    SELECT find_link_account(${contact}, ${hashToken(secret)}, ${now.toISOString()}) AS account`
  return parseAccount(live?.account)
}

export const sessionHasContact = async (sql: Queries, caller: Caller, contact: string): Promise<boolean> => {
  const [own] = await sql<{ has: boolean }[]>`SELECT session_has_contact(${hashSessionToken(caller)}, ${contact}) AS has`
  return own?.has ?? false
}

/** Finds the inviting centre when the session must first choose between two accounts of one contact (REQ-PAT-04). */
export const findInvitingCentre = async (sql: Queries, caller: Caller): Promise<string | undefined> => {
  const [invitation] = await sql<{ centre: string | null }[]>`SELECT find_inviting_centre(${hashSessionToken(caller)}) AS centre`
  return invitation?.centre ?? undefined
}

/** Finds the centre that registered the person of the session, before the first password. */
export const findRegisteringCentre = async (sql: Queries, caller: Caller): Promise<string | undefined> => {
  const [registration] = await sql<{ centre: string | null }[]>`SELECT find_registering_centre(${hashSessionToken(caller)}) AS centre`
  return registration?.centre ?? undefined
}

export type MovedPatient = {
  readonly centre: string
  readonly code_at_centre: string
  readonly contact: string
  readonly patient_id: number
  readonly language: Language
}

/** Closes the previous record and moves the patient to the inviting centre. Undefined means that the session has no such choice. */
export const moveToInvitingCentre = async ({ sql }: Transaction, caller: Caller): Promise<MovedPatient | undefined> => {
  const [moved] = await sql<
    MovedPatient[]
  >`SELECT * FROM move_to_inviting_centre(${hashSessionToken(caller)}, ${caller.language}, ${caller.host})`
  return moved
}

export const findCentreName = async ({ sql }: Transaction, code: string): Promise<string | undefined> => {
  const [centre] = await sql<{ name: string }[]>`SELECT name FROM centre WHERE code = ${code}`
  return centre?.name
}

/** Sets the session for row security. The transaction then sees only the sessions of this person. */
export const setSessionContext = async ({ sql }: Transaction, caller: Caller): Promise<void> => {
  await sql`SELECT set_config('app.session', ${hashSessionToken(caller).toString('hex')}, true)`
}

type SessionRow = {
  readonly id: number
  readonly created_at: string
  readonly last_seen_at: string
  readonly user_agent: string
  readonly ip_address: string
  readonly current: boolean
}

/** Lists the sessions of the person, newest use first. It needs `setSessionContext`. */
export const listOwnSessions = ({ sql }: Transaction): Promise<readonly SessionRow[]> => sql<SessionRow[]>`
  SELECT id, created_at, last_seen_at, user_agent, ip_address, id = (SELECT own.id FROM find_own_session() AS own) AS current
  FROM session ORDER BY last_seen_at DESC, id DESC`

/** Ends one session of the person. It needs `setSessionContext` and returns false for an unknown id. */
export const deleteSession = async ({ sql }: Transaction, id: number): Promise<boolean> => {
  const ended = await sql`DELETE FROM session WHERE id = ${id} RETURNING id`
  return ended.length > 0
}

/** Ends the current session. It needs `setSessionContext`. */
export const deleteCurrentSession = async ({ sql }: Transaction): Promise<void> => {
  await sql`DELETE FROM session WHERE id = (SELECT own.id FROM find_own_session() AS own)`
}

/** Ends all sessions of the person and returns their number. It needs `setSessionContext`. */
export const deleteAllSessions = async ({ sql }: Transaction): Promise<number> => {
  const ended = await sql`DELETE FROM session WHERE account_id = (SELECT own.account_id FROM find_own_session() AS own) RETURNING id`
  return ended.length
}

/** Stores the language of the person of the session. */
export const storeOwnLanguage = async (sql: Queries, caller: Caller, language: Language): Promise<void> => {
  await sql`SELECT store_own_language(${hashSessionToken(caller)}, ${language})`
}

type StaffRow = { readonly name: string; readonly surname: string; readonly email: string; readonly language: Language }

export const findStaffUser = async (sql: Queries, userId: number): Promise<StaffRow | undefined> => {
  const [user] = await sql<StaffRow[]>`SELECT name, surname, email, language FROM staff_user WHERE id = ${userId}`
  return user
}

type OwnCentre = { readonly code: string; readonly name: string; readonly geotreeid: string }

/** Lists the centres of a person, in the order of their codes. */
export const listOwnCentres = async (sql: Queries, centres: readonly string[]): Promise<readonly OwnCentre[]> =>
  centres.length === 0 ? [] : sql<OwnCentre[]>`SELECT code, name, geotreeid FROM centre WHERE code = ANY (${[...centres]}) ORDER BY code`

/** Stores the centre of a CenterAdmin of several in the session. It returns false for a centre that the person does not administer. */
export const chooseSessionCentre = async (sql: Queries, caller: Caller, centre: string): Promise<boolean> => {
  const [chosen] = await sql<Done[]>`SELECT choose_session_centre(${hashSessionToken(caller)}, ${centre}) AS done`
  return chosen?.done ?? false
}

type PatientRow = Omit<PatientExtras, 'studi_attesa'> & {
  name: string
  surname: string
  email: string | null
  lang: Language
  centre: { name: string; telephone: string | null }
}

export const findOwnPatient = async ({ sql }: Transaction, patientId: number): Promise<PatientRow | undefined> => {
  const [row] = await sql<PatientRow[]>`
      SELECT i.name, i.surname, i.email, p.lang, p.login_mode, i.mobile_prefix, i.mobile, d.telephone, d.legal_id,
        d.address_nation, d.address_area, d.address_town, d.address_street, d.address_zip, d.dob, d.lob_nation, d.lob_region,
        (SELECT jsonb_build_object('name', c.name, 'telephone', c.telephone) FROM centre AS c WHERE c.code = p.centre_code) AS centre,
        p.c_db, p.c_db_p, p.c_db_m, p.c_s, p.c_extraeu, p.c_p_db, p.c_f,
        EXISTS (SELECT FROM reconsent_request r WHERE r.patient_id = p.id AND r.answered_at IS NULL) AS consents_to_renew
      FROM patient p JOIN patient_identity i ON i.patient_id = p.id LEFT JOIN patient_personal d ON d.patient_id = p.id
      WHERE p.id = ${patientId}`
  return row
}

/**
 * The studies that wait for the patient's answer, with legacy field names (REQ-STU-15). The Italian title replaces a missing English one.
 */
export const listInvitations = async ({ sql }: Transaction, patientId: number, today: string): Promise<PatientExtras['studi_attesa']> => {
  const rows = await sql<{ id: string; title: string; title_en: string; invited_at: string; end_enrollment_date: string }[]>`
    SELECT s.id, s.title, coalesce(s.title_en, s.title) AS title_en, p.invited_at, s.end_enrollment_date FROM study_patient AS p JOIN clinical_study AS s ON s.id = p.study_id
    WHERE p.patient_id = ${patientId} AND p.status = 'AttesaConsenso' AND s.status = 'Active' AND s.suspended_at IS NULL AND s.deleted_at IS NULL
      AND s.end_enrollment_date >= ${today} ORDER BY p.invited_at, s.id`
  return rows.map(({ id, title, title_en, ...days }) => ({
    clinical_study_id: id,
    clinical_study_title: { trans_it: title, trans_en: title_en },
    ...days,
  }))
}
