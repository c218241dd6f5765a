import type { Caller } from '@registry/api-contract/caller'
import { addressBlock } from '@registry/domain/access/address-block'
import { knownPlaceDays, type AddressBound, type Bound } from '@registry/domain/access/sign-in-policy'
import type { Queries } from '@registry/db/connect'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../deps.ts'
import { findPlaces, keepPlace, markPlaces } from './known-networks.ts'
import { giveBack, networkOf, takeFrom, takePlace } from './rate-limit.ts'
import type { SignInName } from './accounts.ts'
import { newToken } from './tokens.ts'
import { attempt, endCount, tellMisses, type Answer, type Counter } from './attempts.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'sealing'>
type Wall = { readonly key: string; readonly bound: Bound }

/**
 * From where somebody tries a name. A device or an address that signed in to it in the last 30 days is counted by itself, so that
 * nobody who lacks it can keep the person out; everybody else is counted together (D6).
 */
export type Origin = Counter & { readonly name: Buffer; readonly known: boolean }

const ofPlace = (needs: Needs, name: Buffer, place: Buffer): Promise<Buffer> =>
  needs.sealing.mark(`${name.toString('hex')} from ${place.toString('hex')}`)

/** The mark of a name, the same for every way to write it, known or not. */
export const markOfName = (needs: Pick<Needs, 'sealing'>, { mode, contact }: SignInName): Promise<Buffer> =>
  needs.sealing.mark(`${mode} ${contact}`)

export const findOrigin = async (needs: Needs, caller: Caller, signInName: SignInName): Promise<Origin> => {
  const name = await markOfName(needs, signInName)
  const places = await findPlaces(needs, name, caller.host, caller.jar.read('dev'))
  const known = places.find(({ knownSince }) => knownSince !== undefined)
  return { name, known: known !== undefined, mark: known ? await ofPlace(needs, name, known.mark) : name }
}

/** A known place meets the bounds by itself; others share those of their address and of its network (security.md 4.3). */
const wallsOf = ({ host }: Caller, origin: Origin | undefined, bounds: readonly AddressBound[]): readonly Wall[] =>
  origin?.known
    ? bounds
        .filter(({ of }) => of === undefined)
        .map((bound) => ({ key: `sign-in place ${bound.seconds} ${origin.mark.toString('base64url')}`, bound }))
    : bounds.map((bound) => {
        const of = bound.of ?? 'household'
        return { key: `sign-in ${of} ${bound.seconds} ${addressBlock(host, of)}`, bound }
      })

type Bounded = Needs & { readonly bounds: { readonly perAddress: readonly AddressBound[] } }

/** Counts one call against the place that it comes from. @throws Refusal too_many_tries with the seconds to wait */
export const countCall = async (needs: Bounded, caller: Caller, origin?: Origin): Promise<void> => {
  const taken: Wall[] = []
  for (const wall of wallsOf(caller, origin, needs.bounds.perAddress)) {
    const seconds = await takeFrom(needs.database, wall.key, wall.bound)
    if (seconds > 0) {
      await returnWalls(needs, taken)
      throw new AppError('too_many_tries', { seconds })
    }
    taken.push(wall)
  }
}

const returnWalls = async ({ database }: Pick<Needs, 'database'>, walls: readonly Wall[]): Promise<void> => {
  for (const { key, bound } of walls) await giveBack(database, key, bound)
}

/** Takes a counted call back: it was no failure. */
export const takeCallBack = (needs: Bounded, caller: Caller, origin?: Origin): Promise<void> =>
  returnWalls(needs, wallsOf(caller, origin, needs.bounds.perAddress))

/** Looks at a password within the bounds of its place and of its name; only a wrong one counts against either. */
export const attemptFrom = async <T>(
  needs: Bounded,
  caller: Caller,
  origin: Origin,
  look: () => Promise<T | undefined>,
): Promise<Answer<T>> => {
  await countCall(needs, caller, origin)
  const answer = await attempt(needs, origin, look).catch(async (error: unknown) => {
    await takeCallBack(needs, caller, origin)
    throw error
  })
  if (answer.found !== undefined) await takeCallBack(needs, caller, origin)
  return answer
}

/** After a success: strangers' misses that the person was not told of yet, beside those of the place itself. They keep counting. */
export const strangersMisses = (sql: Queries, { name, known }: Origin): Promise<number> =>
  known ? tellMisses(sql, { mark: name }) : Promise.resolve(0)

/** Makes the browser and the address of a success known for 30 days. The cookie leaves with the answer. */
export const rememberPlaces = async (needs: Needs, sql: Queries, caller: Caller, signInName: SignInName): Promise<void> => {
  const device = caller.jar.read('dev') ?? newToken()
  const name = await markOfName(needs, signInName)
  for (const place of await markPlaces(needs, caller.host, device)) await keepPlace(sql, name, place, needs.clock())
  caller.jar.set('dev', device, knownPlaceDays * 86_400)
}

/** A new password, shown to be one's own by mail or by the old one, ends what was counted under the name. */
export const forgiveName = async (sql: Queries, origin: Origin): Promise<void> => {
  await endCount(sql, origin)
  await endCount(sql, { mark: origin.name })
}

/**
 * Counts one message asked for a contact from the caller's place, known contact or not. Exactly as an account's messages are
 * counted, so that who asks from one place is told to wait, and is never left waiting for a code that was not sent.
 * @throws Refusal too_many_tries with the seconds to wait
 */
export const countRequest = async (
  needs: Needs,
  caller: Caller,
  kind: 'code' | 'reset',
  origin: Origin,
  bounds: readonly Bound[],
): Promise<void> => {
  const who = `${origin.mark.toString('base64url')} ${origin.known ? 'place' : networkOf(caller.host)}`
  for (const bound of bounds) {
    const seconds = await takePlace(needs.database, `${kind} ${who}`, bound)
    if (seconds > 0) throw new AppError('too_many_tries', { seconds })
  }
}

/** Whether a name still has its share of messages: strangers one together, a known place its own. Known or not, it costs the same. */
export const takeShare = async (needs: Needs, kind: 'reset', origin: Origin, bound: Bound): Promise<boolean> =>
  (await takePlace(needs.database, `${kind} ${origin.mark.toString('base64url')}`, bound)) === 0
