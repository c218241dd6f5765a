import type { Caller } from '@registry/api-contract/caller'
import { formatAddressBlock } from '@registry/domain/access/address-block'
import { knownOriginDays, type AddressRateLimit, type RateLimit } from '@registry/domain/access/sign-in-policy'
import type { Queries } from '@registry/db/connect'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../deps.ts'
import { findOrigins, saveKnownOrigin, hashOrigins } from './known-origins.ts'
import { releaseAttempt, formatHousehold, takeAttempt, takeSlot } from './rate-limit.ts'
import type { SignInName } from './accounts.ts'
import { createToken } from './tokens.ts'
import { checkSecret, clearFailures, takeUnreportedFailures, type AttemptResult, type AttemptCounter } from './attempts.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'encryption'>
type AddressLimit = { readonly key: string; readonly limit: RateLimit }

/**
 * From where somebody tries a name. A device or an address that signed in to it in the last 30 days is counted by itself, so that
 * nobody who lacks it can keep the person out; everybody else is counted together (D6).
 */
export type AttemptOrigin = AttemptCounter & { readonly nameHash: Buffer; readonly known: boolean }

const hashKnownOrigin = (needs: Needs, nameHash: Buffer, origin: Buffer): Promise<Buffer> =>
  needs.encryption.hashIdentifier(`${nameHash.toString('hex')} from ${origin.toString('hex')}`)

/** The mark of a name, the same for every way to write it, known or not. */
export const hashSignInName = (needs: Pick<Needs, 'encryption'>, { mode, contact }: SignInName): Promise<Buffer> =>
  needs.encryption.hashIdentifier(`${mode} ${contact}`)

export const findAttemptOrigin = async (needs: Needs, caller: Caller, signInName: SignInName): Promise<AttemptOrigin> => {
  const nameHash = await hashSignInName(needs, signInName)
  const origins = await findOrigins(needs, nameHash, caller.host, caller.cookies.read('dev'))
  const known = origins.find(({ knownSince }) => knownSince !== undefined)
  return { nameHash, known: known !== undefined, hash: known ? await hashKnownOrigin(needs, nameHash, known.hash) : nameHash }
}

/** A known place meets the bounds by itself; others share those of their address and of its network (security.md 4.3). */
const listAddressLimits = (
  { host }: Caller,
  origin: AttemptOrigin | undefined,
  limits: readonly AddressRateLimit[],
): readonly AddressLimit[] =>
  origin?.known
    ? limits
        .filter(({ of }) => of === undefined)
        .map((limit) => ({ key: `sign-in place ${limit.seconds} ${origin.hash.toString('base64url')}`, limit }))
    : limits.map((limit) => {
        const of = limit.of ?? 'household'
        return { key: `sign-in ${of} ${limit.seconds} ${formatAddressBlock(host, of)}`, limit }
      })

type LimitedNeeds = Needs & { readonly limits: { readonly perAddress: readonly AddressRateLimit[] } }

/** Counts one call against the place that it comes from. @throws Refusal too_many_tries with the seconds to wait */
export const takeAddressAttempt = async (needs: LimitedNeeds, caller: Caller, origin?: AttemptOrigin): Promise<void> => {
  const taken: AddressLimit[] = []
  for (const limit of listAddressLimits(caller, origin, needs.limits.perAddress)) {
    const seconds = await takeAttempt(needs.database, limit.key, limit.limit)
    if (seconds > 0) {
      await releaseLimits(needs, taken)
      throw new AppError('too_many_tries', { seconds })
    }
    taken.push(limit)
  }
}

const releaseLimits = async ({ database }: Pick<Needs, 'database'>, limits: readonly AddressLimit[]): Promise<void> => {
  for (const { key, limit } of limits) await releaseAttempt(database, key, limit)
}

/** Takes a counted call back: it was no failure. */
export const releaseAddressAttempt = (needs: LimitedNeeds, caller: Caller, origin?: AttemptOrigin): Promise<void> =>
  releaseLimits(needs, listAddressLimits(caller, origin, needs.limits.perAddress))

/** Looks at a password within the bounds of its place and of its name; only a wrong one counts against either. */
export const checkSecretFromOrigin = async <T>(
  needs: LimitedNeeds,
  caller: Caller,
  origin: AttemptOrigin,
  check: () => Promise<T | undefined>,
): Promise<AttemptResult<T>> => {
  await takeAddressAttempt(needs, caller, origin)
  const result = await checkSecret(needs, origin, check).catch(async (error: unknown) => {
    await releaseAddressAttempt(needs, caller, origin)
    throw error
  })
  if (result.found !== undefined) await releaseAddressAttempt(needs, caller, origin)
  return result
}

/** After a success: strangers' misses that the person was not told of yet, beside those of the place itself. They keep counting. */
export const takeUnreportedStrangerFailures = (sql: Queries, { nameHash, known }: AttemptOrigin): Promise<number> =>
  known ? takeUnreportedFailures(sql, { hash: nameHash }) : Promise.resolve(0)

/** Makes the browser and the address of a success known for 30 days. The cookie leaves with the answer. */
export const rememberOrigins = async (needs: Needs, sql: Queries, caller: Caller, signInName: SignInName): Promise<void> => {
  const device = caller.cookies.read('dev') ?? createToken()
  const nameHash = await hashSignInName(needs, signInName)
  for (const origin of await hashOrigins(needs, caller.host, device)) await saveKnownOrigin(sql, nameHash, origin, needs.clock())
  caller.cookies.set('dev', device, knownOriginDays * 86_400)
}

/** A new password, shown to be one's own by mail or by the old one, ends what was counted under the name. */
export const clearNameFailures = async (sql: Queries, origin: AttemptOrigin): Promise<void> => {
  await clearFailures(sql, origin)
  await clearFailures(sql, { hash: origin.nameHash })
}

/**
 * Counts one message asked for a contact from the caller's place, known contact or not. Exactly as an account's messages are
 * counted, so that who asks from one place is told to wait, and is never left waiting for a code that was not sent.
 * @throws Refusal too_many_tries with the seconds to wait
 */
export const requireMessageAllowance = async (
  needs: Needs,
  caller: Caller,
  kind: 'code' | 'reset',
  origin: AttemptOrigin,
  limits: readonly RateLimit[],
): Promise<void> => {
  const sender = `${origin.hash.toString('base64url')} ${origin.known ? 'place' : formatHousehold(caller.host)}`
  for (const limit of limits) {
    const seconds = await takeSlot(needs.database, `${kind} ${sender}`, limit)
    if (seconds > 0) throw new AppError('too_many_tries', { seconds })
  }
}

/** Whether a name still has its share of messages: strangers one together, a known place its own. Known or not, it costs the same. */
export const takeMessageAllowance = async (needs: Needs, kind: 'reset', origin: AttemptOrigin, limit: RateLimit): Promise<boolean> =>
  (await takeSlot(needs.database, `${kind} ${origin.hash.toString('base64url')}`, limit)) === 0
