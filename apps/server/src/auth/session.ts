import type { Actor, Cookies, Person, Site } from '@registry/api-contract/caller'
import type { RoleGrant } from '@registry/domain/access/roles'
import type { Language } from '@registry/domain/language'
import type { Deps } from '../app/deps.ts'
import { hashToken } from './tokens.ts'

/** The person of a session and their preferred language. */
export type KnownSession = { readonly actor: Actor; readonly language: Language | undefined }

export type RequestSession = {
  readonly cookies: Cookies
  /**
   * Finds the person of the session cookie, with at most one query. No cookie, no query.
   * @throws AppError session_changed if the request comes from a page of another account
   */
  session(): Promise<KnownSession>
}

type Row = {
  readonly staff_user_id: number | null
  readonly patient_id: number | null
  readonly guardian_id: number | null
  readonly child_id: number | null
  readonly child: string | null
  readonly username: string
  readonly language: Language
  readonly restricted: boolean
  readonly aged: boolean
  readonly unenrolled: boolean
  readonly centre: string | null
  readonly roles: readonly RoleGrant[]
}

const buildPerson = ({ staff_user_id, patient_id, guardian_id, child_id, child, username, roles, centre }: Row): Person => {
  if (staff_user_id !== null) return { kind: 'staff', userId: staff_user_id, username, roles, ...(centre !== null && { centre }) }
  if (guardian_id !== null && (child_id !== null || patient_id === null))
    return {
      kind: 'guardian',
      guardianId: guardian_id,
      ...(patient_id !== null && { own: patient_id }),
      ...(child_id !== null && child !== null && { child: { patientId: child_id, record: child } }),
    }
  if (patient_id !== null) return { kind: 'patient', patientId: patient_id, ...(guardian_id !== null && { guardianId: guardian_id }) }
  throw new Error('a session has no person')
}

/** A person who must choose a password or add a second factor may do nothing else. The server enforces it too (REQ-ACC-13). */
const buildActor = (row: Row): Actor => {
  const person = buildPerson(row)
  if (row.restricted) return { kind: 'restricted', person }
  if (row.aged) return { kind: 'restricted', person, because: 'age' }
  return row.unenrolled && person.kind === 'staff' ? { kind: 'enrolling', person } : person
}

/**
 * Finds the person of a session token on one site. Undefined means no live session (REQ-ACC-16). Each call reads the roles, so changed
 * rights apply immediately (ASVS 8.3.2).
 */
export const findSession = async ({ database }: Pick<Deps, 'database'>, token: string, site: Site): Promise<KnownSession | undefined> => {
  const [row] = await database<
    Row[]
  >`SELECT staff_user_id, patient_id, guardian_id, child_id, child, username, language, restricted, aged, unenrolled, centre, roles
    FROM find_session_actor(${hashToken(token)}, ${site}) LEFT JOIN find_session_guardian(${hashToken(token)}) ON true`
  if (!row) return undefined
  return { actor: buildActor(row), language: row.language }
}
