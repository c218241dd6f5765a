import type { Caller } from '@registry/api-contract/caller'
import { formatAddressBlock } from './address-block.ts'
import { knownOriginDays, type AddressRateLimit, type RateLimit } from '@registry/domain/access/sign-in-policy'
import type { Queries } from '@registry/db/connect'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../app/deps.ts'
import { findOrigins, saveKnownOrigin, hashOrigins } from './known-origins.ts'
import { releaseAttempt, formatHousehold, consumeAttempt, acquireSlot } from './rate-limit.ts'
import type { SignInName } from './accounts.ts'
import { createToken } from './tokens.ts'
import { checkSecret, clearFailures, claimUnreportedFailures, type AttemptResult, type AttemptCounter } from './attempts.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'encryption'>
type AddressLimit = { readonly key: string; readonly limit: RateLimit }

/**
 * The origin of a sign-in attempt. A device or address that signed in within 30 days has its own failure counter. Attempts from unknown
 * origins share one counter, so other people cannot lock a person out (REQ-ACC-10).
 */
export type AttemptOrigin = AttemptCounter & { readonly nameHash: Buffer; readonly known: boolean }

const hashKnownOrigin = (needs: Needs, nameHash: Buffer, origin: Buffer): Promise<Buffer> =>
  needs.encryption.hashIdentifier(`${nameHash.toString('hex')} from ${origin.toString('hex')}`)

/** Hashes a sign-in name. All spellings of a name have the same hash, known or not. */
export const hashSignInName = (needs: Pick<Needs, 'encryption'>, { mode, contact }: SignInName): Promise<Buffer> =>
  needs.encryption.hashIdentifier(`${mode} ${contact}`)

export const findAttemptOrigin = async (needs: Needs, caller: Caller, signInName: SignInName): Promise<AttemptOrigin> => {
  const nameHash = await hashSignInName(needs, signInName)
  const origins = await findOrigins(needs, nameHash, caller.host, caller.cookies.read('dev'))
  const known = origins.find(({ knownSince }) => knownSince !== undefined)
  return { nameHash, known: known !== undefined, hash: known ? await hashKnownOrigin(needs, nameHash, known.hash) : nameHash }
}

/** A known origin has its own rate limits. Unknown origins share the limits of their address and network (REQ-ACC-25). */
const listAddressLimits = (
  { host }: Caller,
  origin: AttemptOrigin | undefined,
  limits: readonly AddressRateLimit[],
): readonly AddressLimit[] =>
  origin?.known
    ? limits
        .filter(({ block }) => block === undefined)
        .map((limit) => ({ key: `sign-in place ${limit.seconds} ${origin.hash.toString('base64url')}`, limit }))
    : limits.map((limit) => {
        const block = limit.block ?? 'household'
        return { key: `sign-in ${block} ${limit.seconds} ${formatAddressBlock(host, block)}`, limit }
      })

type LimitedNeeds = Needs & { readonly limits: { readonly perAddress: readonly AddressRateLimit[] } }

/**
 * Takes one attempt from the limits of the caller's address.
 * @throws AppError too_many_attempts with the seconds to wait
 */
export const consumeAddressAttempt = async (needs: LimitedNeeds, caller: Caller, origin?: AttemptOrigin): Promise<void> => {
  const taken: AddressLimit[] = []
  for (const limit of listAddressLimits(caller, origin, needs.limits.perAddress)) {
    const seconds = await consumeAttempt(needs.database, limit.key, limit.limit)
    if (seconds > 0) {
      await releaseLimits(needs, taken)
      throw new AppError('too_many_attempts', { seconds })
    }
    taken.push(limit)
  }
}

const releaseLimits = async ({ database }: Pick<Needs, 'database'>, limits: readonly AddressLimit[]): Promise<void> => {
  for (const { key, limit } of limits) await releaseAttempt(database, key, limit)
}

/** Returns an attempt that did not fail. */
export const releaseAddressAttempt = (needs: LimitedNeeds, caller: Caller, origin?: AttemptOrigin): Promise<void> =>
  releaseLimits(needs, listAddressLimits(caller, origin, needs.limits.perAddress))

/** Checks a secret within the limits of origin and name. Only a wrong secret counts. */
export const checkSecretFromOrigin = async <T>(
  needs: LimitedNeeds,
  caller: Caller,
  origin: AttemptOrigin,
  check: () => Promise<T | undefined>,
): Promise<AttemptResult<T>> => {
  await consumeAddressAttempt(needs, caller, origin)
  const result = await checkSecret(needs, origin, check).catch(async (error: unknown) => {
    await releaseAddressAttempt(needs, caller, origin)
    throw error
  })
  if (result.found !== undefined) await releaseAddressAttempt(needs, caller, origin)
  return result
}

/** Counts the failures from unknown origins of which the person was not notified. They still count after a success. */
export const claimUnlistedFailures = (sql: Queries, { nameHash, known }: AttemptOrigin): Promise<number> =>
  known ? claimUnreportedFailures(sql, { hash: nameHash }) : Promise.resolve(0)

/** Remembers the device and the address of a successful sign-in for 30 days. The response sets the cookie. */
export const rememberOrigins = async (needs: Needs, sql: Queries, caller: Caller, signInName: SignInName): Promise<void> => {
  const device = caller.cookies.read('dev') ?? createToken()
  const nameHash = await hashSignInName(needs, signInName)
  for (const origin of await hashOrigins(needs, caller.host, device)) await saveKnownOrigin(sql, nameHash, origin, needs.clock())
  caller.cookies.set('dev', device, knownOriginDays * 86_400)
}

/** A new password, confirmed by mail or by the old password, clears the failures of the name. */
export const clearNameFailures = async (sql: Queries, origin: AttemptOrigin): Promise<void> => {
  await clearFailures(sql, origin)
  await clearFailures(sql, { hash: origin.nameHash })
}

/**
 * Takes one message about a forgotten password from the quotas of contact and origin. Unknown contacts have the same quotas, so the
 * response reveals no account.
 * @throws AppError too_many_attempts with the seconds to wait
 */
export const requireResetQuota = async (needs: Needs, caller: Caller, origin: AttemptOrigin, limit: RateLimit): Promise<void> => {
  const sender = `${origin.hash.toString('base64url')} ${origin.known ? 'place' : formatHousehold(caller.host)}`
  const seconds = await acquireSlot(needs.database, `reset ${sender}`, limit)
  if (seconds > 0) throw new AppError('too_many_attempts', { seconds })
}

/**
 * Takes one message about a forgotten password from the quota of the name. Unknown origins share one quota, a known origin has its own.
 * Known and unknown names cost the same.
 */
export const consumeResetQuota = async (needs: Needs, origin: AttemptOrigin, limit: RateLimit): Promise<boolean> =>
  (await acquireSlot(needs.database, `reset ${origin.hash.toString('base64url')}`, limit)) === 0
