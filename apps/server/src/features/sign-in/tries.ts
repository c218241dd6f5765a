import type { Caller } from '@registry/api-contract/caller'
import { addressBlock } from '@registry/domain/access/address-block'
import { delayAfter, missesWithoutExemption, type AddressBound, type Bound } from '@registry/domain/access/sign-in-policy'
import type { Transaction } from '@registry/db/transaction'
import { Refusal } from '@registry/domain/fault'
import type { Deps } from '../../deps.ts'
import { networkOf, takeFrom, takePlace } from '../../edge/throttle.ts'
import type { SignInName } from './accounts.ts'
import { withSignInRights } from './rights.ts'
import { hashOfToken } from './tokens.ts'

type Needs = Pick<Deps, 'database' | 'clock'>

/** The waits by number of misses, as an array that one statement can look into; the last one holds for all further misses. */
const delays = Array.from({ length: 16 }, (_, index) => delayAfter(index + 1))

const hashOfName = ({ mode, contact }: SignInName): Buffer => hashOfToken(`${mode} ${contact}`)

/** Counts one call against the caller's address. @throws Refusal too_many_tries with the seconds to wait */
export const countAddress = async (needs: Needs, by: Caller, bounds: readonly AddressBound[]): Promise<void> => {
  for (const bound of bounds) {
    const of = bound.of ?? 'household'
    await requireTurn(needs, `sign-in ${of} ${bound.seconds} ${addressBlock(by.host, of)}`, bound)
  }
}

/**
 * Counts one message asked for a contact from the caller's address, known contact or not. Exactly as an account's messages are
 * counted, so that who asks from one place is told to wait, and is never left waiting for a code that was not sent.
 * @throws Refusal too_many_tries with the seconds to wait
 */
export const countRequest = async (
  needs: Needs,
  by: Caller,
  kind: 'code' | 'reset',
  name: SignInName,
  bounds: readonly Bound[],
): Promise<void> => {
  const who = `${hashOfName(name).toString('base64url')} ${networkOf(by.host)}`
  for (const bound of bounds) {
    const seconds = await takePlace(needs.database, `${kind} ${who}`, bound)
    if (seconds > 0) throw new Refusal('too_many_tries', { seconds })
  }
}

/** Whether a name still has its share of messages, wherever they are asked for; known or not, it costs the same. */
export const takeShare = async (needs: Needs, kind: 'reset', name: SignInName, bound: Bound): Promise<boolean> =>
  (await takePlace(needs.database, `${kind} ${hashOfName(name).toString('base64url')}`, bound)) === 0

const requireTurn = async (needs: Needs, key: string, bound: Bound): Promise<void> => {
  const seconds = await takeFrom(needs.database, key, bound)
  if (seconds > 0) throw new Refusal('too_many_tries', { seconds })
}

/**
 * Counts a try under a name before it is looked at, so that a thousand at once are counted like a thousand in a row (T13).
 * A name with misses must wait, but an address that did not try this name for a quarter of an hour may try once: otherwise
 * anybody could keep a person out by missing on purpose (D6).
 * @throws Refusal too_many_tries with the seconds to wait
 */
export const countTry = async (needs: Needs, by: Caller, name: SignInName): Promise<void> => {
  const hash = hashOfName(name)
  const now = needs.clock().toISOString()
  const exempt =
    (await takeFrom(needs.database, `first ${hash.toString('base64url')} ${networkOf(by.host)}`, { tries: 1, seconds: 900 })) === 0
  const [refused] = await withSignInRights(needs.database, async ({ sql }) => {
    const counted = await sql`
      INSERT INTO sign_in_try AS t (name_hash, misses, next_try_at) VALUES (${hash}, 1, ${now})
      ON CONFLICT (name_hash) DO UPDATE SET
        misses = t.misses + 1,
        next_try_at = ${now}::timestamptz + make_interval(secs => (${delays}::int[])[least(t.misses + 1, ${delays.length})])
      WHERE t.next_try_at <= ${now} OR (${exempt} AND t.misses < ${missesWithoutExemption})
      RETURNING misses`
    return counted.length > 0 ? [] : sql<{ next_try_at: string }[]>`SELECT next_try_at FROM sign_in_try WHERE name_hash = ${hash}`
  })
  if (refused) throw new Refusal('too_many_tries', { seconds: secondsUntil(refused.next_try_at, now) })
}

const secondsUntil = (moment: string, now: string): number => Math.max(1, Math.ceil((Date.parse(moment) - Date.parse(now)) / 1000))

/** Forgets a name's misses after a success, and answers how many there had been. Needs the rights of the sign-in. */
export const forgiveTries = async ({ sql }: Transaction, name: SignInName): Promise<number> => {
  const [row] = await sql<{ misses: number }[]>`DELETE FROM sign_in_try WHERE name_hash = ${hashOfName(name)} RETURNING misses`
  // The try that succeeded was counted before it was looked at.
  return row ? row.misses - 1 : 0
}
