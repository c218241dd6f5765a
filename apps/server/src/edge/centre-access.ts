import { createHash } from 'node:crypto'
import type { Actor } from '@registry/api-contract/caller'
import { inContext, type Transaction } from '@registry/db/transaction'
import type { Bound } from '@registry/domain/access/sign-in-policy'
import { Refusal, invalid } from '@registry/domain/fault'
import type { Language } from '@registry/domain/language'
import { centreMessages } from '@registry/domain/messages/centre'
import type { Deps } from '../deps.ts'
import { withSignInRights } from '../features/sign-in/rights.ts'
import type { LegacyFields } from './legacy-fields.ts'
import { giveBack, takeFrom } from './throttle.ts'
import type { Visit } from './visit.ts'

/** Failures that one centre may have, and those of one address whatever the centre (D3). */
const perCentre: Bound = { tries: 10, seconds: 3600 }
const perAddress: Bound = { tries: 60, seconds: 3600 }
const perWarning: Bound = { tries: 1, seconds: 3600 }

type Needs = Pick<Deps, 'database' | 'hashing' | 'outbox' | 'texts'>

/** Codes come from anybody, so a key has one length whatever was typed. */
const keyOf = (kind: string, text: string): string => `centre ${kind} ${createHash('sha256').update(text).digest('base64url')}`

type StoredPasswords = { readonly code: string; readonly password_hash: string | null; readonly previous: string | null }

const findPasswords = (database: Deps['database'], code: string): Promise<StoredPasswords | undefined> =>
  withSignInRights(database, async ({ sql }) => {
    const [found] = await sql<StoredPasswords[]>`
      SELECT code, password_hash, CASE WHEN previous_password_until > now() THEN previous_password_hash END AS previous
      FROM center WHERE code = ${code}`
    return found
  })

/** Whether the password is the centre's, or the one it is changing from (D3). An unknown code costs as much as a known one. */
const proves = async ({ hashing }: Needs, stored: StoredPasswords | undefined, password: string): Promise<boolean> => {
  if (await hashing.verifySecret(stored?.password_hash, password)) return true
  return stored?.previous ? hashing.verifySecret(stored.previous, password) : false
}

type UserAdmin = { readonly email: string; readonly language: Language }

const userAdminsOf = ({ sql }: Transaction, centre: string): Promise<readonly UserAdmin[]> => sql<UserAdmin[]>`
  SELECT DISTINCT u.email, u.language FROM staff_user u JOIN staff_role r ON r.user_id = u.id JOIN center c ON c.code = ${centre}
  WHERE r.role = 'UserAdmin' AND u.disabled_at IS NULL AND c.geotreeid IN (SELECT area_subtree(ARRAY[r.areaid]))`

/** Tells the UserAdmins of the centre's area, once an hour at most. */
const warn = async (needs: Needs, centre: string): Promise<void> => {
  if ((await takeFrom(needs.database, keyOf('warning', centre), perWarning)) > 0) return
  await inContext(needs.database, { actor: '', via: 'system', scope: { kind: 'none' } }, async (tx) => {
    for (const { email, language } of await userAdminsOf(tx, centre)) {
      const say = (text: { id: string; message: string }): string => needs.texts.text(text, language, { centre, tries: perCentre.tries })
      const { subject, mail } = centreMessages.passwordGuessed
      await needs.outbox.put(tx, { channel: 'mail', to: email, subject: say(subject), text: say(mail) })
    }
  })
}

/** Counts a try before it is looked at, and takes it back when it was no failure. @throws Refusal too_many_tries */
const counted = async <T>({ database }: Needs, key: string, bound: Bound, work: () => Promise<T>): Promise<T> => {
  const seconds = await takeFrom(database, key, bound)
  if (seconds > 0) throw new Refusal('too_many_tries', { seconds })
  const result = await work()
  await giveBack(database, key, bound)
  return result
}

/**
 * The program of a centre, known by code and password (D3).
 * @throws Refusal centre_refused, the same for a wrong code and a wrong password; too_many_tries after ten failures an hour
 */
const centreProgram = async (needs: Needs, code: string, password: string, host: string): Promise<Actor> => {
  const stored = await findPasswords(needs.database, code)
  const prove = async (): Promise<Actor> => {
    if (stored && (await proves(needs, stored, password))) return { kind: 'centre', centre: stored.code }
    if (!stored) await proves(needs, undefined, password)
    throw new Refusal('centre_refused')
  }
  try {
    return await counted(needs, keyOf('address', host), perAddress, () => counted(needs, keyOf('code', code), perCentre, prove))
  } catch (error) {
    if (stored && error instanceof Refusal && error.fault.code === 'too_many_tries') await warn(needs, stored.code)
    throw error
  }
}

const sessionActor = async ({ session }: Visit, code: string | undefined): Promise<Actor> => {
  const { actor } = await session()
  if (actor.kind !== 'staff' || code === undefined) return actor
  // Only a CenterAdmin's grant names a centre; what it may do there is the table's (D7).
  if (!actor.roles.some(({ center }) => center === code)) throw new Refusal('permission_denied')
  return actor
}

/**
 * Who calls a centre's path: a CenterAdmin whose centre is `centerCode`, or the centre's program by `centerPwd` (D3). Both at
 * once is refused: a page of another site could add a password of its own choosing to somebody's session (security.md T22).
 */
export const centreActor = async (needs: Needs, host: string, visit: Visit, fields: LegacyFields): Promise<Actor> => {
  const code = fields.text('centerCode')
  const password = fields.text('centerPwd')
  if (password === undefined) return sessionActor(visit, code)
  if (visit.jar.read('sid') !== undefined) throw new Refusal('centre_ambiguous')
  if (code === undefined) throw invalid({ centerCode: { code: 'field_required' } })
  return centreProgram(needs, code, password, host)
}
