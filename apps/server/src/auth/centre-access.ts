import { createHash } from 'node:crypto'
import type { Actor } from '@registry/api-contract/caller'
import { systemContext, withTransaction, type Transaction } from '@registry/db/transaction'
import { chooseCentre } from './caller-centre.ts'
import { formatAddressBlock } from './address-block.ts'
import { centreLimits, type RateLimit } from '@registry/domain/access/sign-in-policy'
import { AppError, validationError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import { centreMessages } from '@registry/domain/messages/staff-mails'
import type { Deps } from '../app/deps.ts'
import { findOrigins, saveKnownOrigin } from './known-origins.ts'
import { withLock } from './keyed-lock.ts'
import { NamedAttemptError } from '../audit/named-attempt-error.ts'
import { recordFailure, reserveSlot, findWaitSeconds, consumeAttempt } from './rate-limit.ts'
import type { RequestSession } from './session.ts'

const alarmLimit: RateLimit = { attempts: 1, seconds: 3600 }

type Needs = Pick<Deps, 'database' | 'clock' | 'encryption' | 'hashing' | 'outbox' | 'messages'>

/** Callers may send codes of any length, so the key contains a hash. */
const buildLimitKey = (kind: string, text: string): string => `centre ${kind} ${createHash('sha256').update(text).digest('base64url')}`

type StoredPasswords = {
  readonly code: string
  readonly password_hash: string | null
  readonly previous: string | null
  readonly suspended: boolean
}

const findPasswords = async (database: Deps['database'], code: string): Promise<StoredPasswords | undefined> => {
  const [found] = await database<StoredPasswords[]>`
    SELECT code, found.password_hash, previous, disabled_at IS NOT NULL AS suspended FROM find_centre_passwords(${code}) AS found JOIN centre USING (code)`
  return found
}

/** Checks the current password of the centre, then the previous one during a change (REQ-IMP-12). An unknown code costs as much as a known one. */
const matchesPassword = async ({ hashing }: Needs, stored: StoredPasswords | undefined, password: string): Promise<boolean> => {
  if (await hashing.verifySecret(stored?.password_hash, password)) return true
  return stored?.previous ? hashing.verifySecret(stored.previous, password) : false
}

type UserAdmin = { readonly email: string; readonly language: Language }

const findUserAdmins = ({ sql }: Transaction, centre: string): Promise<readonly UserAdmin[]> => sql<UserAdmin[]>`
  SELECT DISTINCT u.email, u.language FROM staff_user u JOIN staff_role r ON r.user_id = u.id JOIN centre c ON c.code = ${centre}
  WHERE r.role = 'UserAdmin' AND u.disabled_at IS NULL AND c.geotreeid IN (SELECT area_subtree(ARRAY[r.areaid]))`

type LimitedCentre = { readonly centre: string; readonly host: string; readonly seconds: number }

/** Sends an alert to the UserAdmins of the centre's area, at most once an hour. It names the blocked address and the duration. */
const sendGuessingAlarm = async (needs: Needs, { centre, host, seconds }: LimitedCentre): Promise<void> => {
  if ((await consumeAttempt(needs.database, buildLimitKey('warning', centre), alarmLimit)) > 0) return
  await withTransaction(needs.database, systemContext, async (tx) => {
    const values = { centre, host, attempts: centreLimits.perCentre.attempts, minutes: Math.ceil(seconds / 60) }
    for (const { email, language } of await findUserAdmins(tx, centre)) {
      const format = (text: { id: string; message: string }): string => needs.messages.format(text, language, values)
      const { subject, mail } = centreMessages.passwordGuessed
      await needs.outbox.put(tx, { channel: 'mail', to: email, subject: format(subject), text: format(mail) })
    }
  })
}

/** A program that calls all day renews its known address once an hour. */
const renewAfterMs = 3_600_000

/** The limit of the centre is reached, not the limit of the address. */
class CentreLimitError extends AppError {
  readonly seconds: number

  constructor(seconds: number) {
    super('too_many_attempts', { seconds })
    this.seconds = seconds
  }
}

type PasswordAttempt = {
  readonly code: string
  readonly password: string
  readonly stored: StoredPasswords | undefined
  readonly address: string
}

const checkPassword = async (needs: Needs, { code, password, stored, address }: PasswordAttempt): Promise<StoredPasswords> => {
  const reservation = await reserveSlot(needs.database, buildLimitKey('code', `${code} ${address}`), centreLimits.perCentre)
  if (reservation.wait > 0) throw new CentreLimitError(reservation.wait)
  const right = await matchesPassword(needs, stored, password)
  if (!stored || !right) {
    await reservation.keep()
    throw new AppError('centre_refused')
  }
  await reservation.release()
  // Only the correct password reveals the state of the centre (REQ-ADM-22).
  if (stored.suspended) throw new AppError('centre_suspended')
  return stored
}

/** Checks a password from an address where no program of the centre signed in. Checks run one at a time, and failures with any code count. */
const checkPasswordFromUnknownAddress = async (needs: Needs, attempt: PasswordAttempt): Promise<StoredPasswords> => {
  const key = buildLimitKey('address', attempt.address)
  return withLock(key, async () => {
    const seconds = await findWaitSeconds(needs.database, key, centreLimits.perAddress)
    if (seconds > 0) throw new AppError('too_many_attempts', { seconds })
    return checkPassword(needs, attempt).catch(async (error: unknown) => {
      if (error instanceof AppError && error.detail.code === 'centre_refused')
        await recordFailure(needs.database, key, centreLimits.perAddress)
      throw error
    })
  })
}

/**
 * Authenticates the program of a centre by code and password (REQ-IMP-10). Only failed checks count, and only against their address. A
 * check reserves a slot for seconds. Parallel guesses stay within the limit, and a crash costs the centre nothing. Failures with other
 * codes do not block a known address. A lock serialises the checks of a centre and an address, so parallel correct calls are not failures.
 * @throws AppError centre_refused for a wrong code or password; centre_suspended; too_many_attempts after ten failures in an hour
 */
const authenticateCentreProgram = async (needs: Needs, code: string, password: string, host: string): Promise<Actor> => {
  const address = formatAddressBlock(host, 'household')
  const centreHash = await needs.encryption.hashIdentifier(`centre ${code}`)
  const work = async (): Promise<Actor> => {
    const [origin] = await findOrigins(needs, centreHash, host)
    const stored = await findPasswords(needs.database, code)
    const check = origin?.knownSince === undefined ? checkPasswordFromUnknownAddress : checkPassword
    const centre = await check(needs, { code, password, stored, address }).catch(async (error: unknown) => {
      if (stored && error instanceof CentreLimitError) await sendGuessingAlarm(needs, { centre: stored.code, host, seconds: error.seconds })
      throw error
    })
    if (origin && needs.clock().getTime() - Date.parse(origin.knownSince ?? '1970-01-01') > renewAfterMs)
      await saveKnownOrigin(needs.database, centreHash, origin.hash, needs.clock())
    return { kind: 'centre', centre: centre.code }
  }
  return withLock(`centre ${code} ${address}`, work).catch((error: unknown) => {
    throw error instanceof AppError ? new NamedAttemptError(error, centreHash) : error
  })
}

const findSessionActor = async ({ session }: RequestSession, code: string | undefined): Promise<Actor> => {
  const { actor } = await session()
  if (actor.kind !== 'staff' || code === undefined) return actor
  // Only the grant of a CenterAdmin names a centre. The permission table decides what it allows (REQ-GEO-02).
  const chosen = chooseCentre(actor, code)
  if (!chosen) throw new AppError('permission_denied')
  return chosen
}

type CodeAndPassword = { readonly code: string | undefined; readonly password: string | undefined }

/**
 * Finds the caller of a centre path: a CenterAdmin of `centerCode`, or the centre's program with `centerPwd` (REQ-IMP-09). A session
 * together with a password is rejected, because a foreign page could add its own password (THREAT-22).
 */
export const findCentreActor = async (
  needs: Needs,
  host: string,
  context: RequestSession,
  { code, password }: CodeAndPassword,
): Promise<Actor> => {
  if (password === undefined) return findSessionActor(context, code)
  if (context.cookies.read('sid') !== undefined) throw new AppError('centre_ambiguous')
  if (code === undefined) throw validationError({ centerCode: { code: 'field_required' } })
  return authenticateCentreProgram(needs, code, password, host)
}
