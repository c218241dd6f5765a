import type { Caller, Staff } from '@registry/api-contract/caller'
import type { SecondFactor } from '@registry/api-contract/second-factor'
import { offerMinutes, readAppCode, recoveryPlaces, findRemovalError } from '@registry/domain/access/second-factor'
import { demoSignInBounds, signInBounds } from '@registry/domain/access/sign-in-policy'
import { validationError, AppError } from '@registry/domain/error'
import type { Deps } from '../../../deps.ts'
import { writeTransaction } from '../../../audit/operation.ts'
import { findBySession, sessionHash, type Account } from '../../../auth/accounts.ts'
import { tell } from '../notices.ts'
import { renewSession } from '../sessions.ts'
import { readSettings } from '../settings.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { aboutAccount } from './secret.ts'
import { signInWithSecondFactor } from './sign-in.ts'
import { addressOf, newSecret, stepOf } from './totp.ts'

/** The second factor of staff (D6; decision 0017). */
export const secondFactor = (deps: Deps): SecondFactor => ({
  signIn: signInWithSecondFactor({ ...deps, bounds: deps.env.DEMO ? demoSignInBounds : signInBounds }),
  state: state(deps),
  begin: begin(deps),
  confirm: confirm(deps),
  renewCodes: renewCodes(deps),
  remove: remove(deps),
})

type Own = { readonly account: Account; readonly person: Staff }

const ownAccount = async (deps: Deps, caller: Caller): Promise<Own> => {
  const person = caller.actor.kind === 'enrolling' ? caller.actor.person : caller.actor
  if (person.kind !== 'staff') throw new AppError('permission_denied')
  const account = await findBySession(deps.database, caller)
  if (!account) throw new AppError('session_required')
  return { account, person }
}

const requireActive = ({ secondFactor: active }: Account): void => {
  if (!active) throw new AppError('not_found')
}

const state =
  (deps: Deps): SecondFactor['state'] =>
  async (caller) => {
    await ownAccount(deps, caller)
    const { staff_totp_required: obliged } = await readSettings(deps.database)
    const [row] = await deps.database<{ confirmed_at: string; codes_left: number }[]>`
      SELECT confirmed_at, codes_left FROM second_factor_of_session(${sessionHash(caller)})`
    return { active: row !== undefined, since: row?.confirmed_at ?? null, recoveryCodesLeft: row?.codes_left ?? 0, obliged }
  }

const begin =
  (deps: Deps): SecondFactor['begin'] =>
  async (caller, { password }) => {
    const { account, person } = await ownAccount(deps, caller)
    await deps.stepUp(caller, password, account.secondFactor ? 'always' : undefined)
    const secret = newSecret()
    const sealed = await deps.sealing.seal(secret, aboutAccount(account.id))
    const expiresAt = new Date(deps.clock().getTime() + offerMinutes * 60_000).toISOString()
    await writeTransaction(deps, caller, ({ sql }) => sql`SELECT offer_second_factor(${sessionHash(caller)}, ${sealed}, ${expiresAt})`)
    return { secret, address: addressOf(secret, person.username), validMinutes: offerMinutes }
  }

/** The step of a code that the offered secret made. @throws Refusal when the offer is gone or the code is not its own */
const confirmedStep = async (deps: Deps, { id }: Account, sealed: Uint8Array | undefined, typed: string): Promise<number> => {
  if (!sealed) throw new AppError('second_factor_offer_gone')
  const code = readAppCode(typed)
  const secret = await deps.sealing.open(sealed, aboutAccount(id))
  const step = code === undefined ? undefined : stepOf(secret, code, deps.clock())
  if (step === undefined) throw validationError({ otp: { code: 'second_factor_wrong' } })
  return step
}

const confirm =
  (deps: Deps): SecondFactor['confirm'] =>
  async (caller, { otp }) => {
    const { account } = await ownAccount(deps, caller)
    const now = deps.clock().toISOString()
    const [offer] = await deps.database<
      { secret: Uint8Array | null }[]
    >`SELECT offered_second_factor(${sessionHash(caller)}, ${now}) AS secret`
    const sealed = offer?.secret ?? undefined
    const step = await confirmedStep(deps, account, sealed, otp)
    const { shown, hashes } = await newRecoveryCodes(deps)
    const token = await writeTransaction(deps, caller, async (tx) => {
      const [confirmed] = await tx.sql<{ done: boolean }[]>`
        SELECT confirm_second_factor(${sessionHash(caller)}, ${sealed ?? null}, ${step}, ${now}, ${[...recoveryPlaces]}::text[], ${[...hashes]}::text[]) AS done`
      if (!confirmed?.done) throw new AppError('second_factor_offer_gone')
      const renewed = await renewSession(tx.sql, caller)
      await tell(deps, tx, account, 'secondFactorOn')
      return renewed
    })
    caller.jar.set('sid', token)
    return { recoveryCodes: [...shown] }
  }

const renewCodes =
  (deps: Deps): SecondFactor['renewCodes'] =>
  async (caller, { password }) => {
    const { account } = await ownAccount(deps, caller)
    requireActive(account)
    await deps.stepUp(caller, password, 'always')
    const { shown, hashes } = await newRecoveryCodes(deps)
    await writeTransaction(
      deps,
      caller,
      ({ sql }) => sql`SELECT renew_recovery_codes(${sessionHash(caller)}, ${[...recoveryPlaces]}::text[], ${[...hashes]}::text[])`,
    )
    return { recoveryCodes: [...shown] }
  }

const remove =
  (deps: Deps): SecondFactor['remove'] =>
  async (caller, { password }) => {
    const { account } = await ownAccount(deps, caller)
    requireActive(account)
    await deps.stepUp(caller, password, 'always')
    const detail = findRemovalError((await readSettings(deps.database)).staff_totp_required, password ?? '')
    if (detail) throw new AppError(detail.code)
    const token = await writeTransaction(deps, caller, async (tx) => {
      await tx.sql`SELECT remove_second_factor(${sessionHash(caller)})`
      const renewed = await renewSession(tx.sql, caller)
      await tell(deps, tx, account, 'secondFactorOff')
      return renewed
    })
    caller.jar.set('sid', token)
  }
