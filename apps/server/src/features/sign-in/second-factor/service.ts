import type { Caller, Staff } from '@registry/api-contract/caller'
import type { SecondFactor } from '@registry/api-contract/second-factor'
import { offerMinutes, readAppCode, removalFault } from '@registry/domain/access/second-factor'
import { demoSignInBounds, signInBounds } from '@registry/domain/access/sign-in-policy'
import { invalid, Refusal } from '@registry/domain/fault'
import type { Deps } from '../../../deps.ts'
import { transact } from '../../../edge/operation.ts'
import { findById, type Account } from '../accounts.ts'
import { tell } from '../notices.ts'
import { signInRights, withSignInRights } from '../rights.ts'
import { renewSession, sessionAccount } from '../sessions.ts'
import { readSettings } from '../settings.ts'
import { keepRecoveryCodes, newRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts'
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

const ownAccount = async (deps: Deps, by: Caller): Promise<Own> => {
  const person = by.actor.kind === 'enrolling' ? by.actor.person : by.actor
  if (person.kind !== 'staff') throw new Refusal('permission_denied')
  const account = await withSignInRights(deps.database, async (tx) => findById(tx, person, await sessionAccount(tx, by)))
  if (!account) throw new Refusal('session_required')
  return { account, person }
}

const requireActive = ({ secondFactor: active }: Account): void => {
  if (!active) throw new Refusal('not_found')
}

const state =
  (deps: Deps): SecondFactor['state'] =>
  async (by) => {
    const { account } = await ownAccount(deps, by)
    const { staff_totp_required: obliged } = await readSettings(deps.database)
    return withSignInRights(deps.database, async (tx) => {
      const [row] = await tx.sql<{ confirmed_at: string }[]>`SELECT confirmed_at FROM second_factor WHERE account_id = ${account.id}`
      return {
        active: row !== undefined,
        since: row?.confirmed_at ?? null,
        recoveryCodesLeft: await recoveryCodesLeft(tx, account.id),
        obliged,
      }
    })
  }

const begin =
  (deps: Deps): SecondFactor['begin'] =>
  async (by, { password }) => {
    const { account, person } = await ownAccount(deps, by)
    await deps.stepUp(by, password, account.secondFactor ? 'always' : undefined)
    const secret = newSecret()
    const sealed = await deps.sealing.seal(secret, aboutAccount(account.id))
    const expiresAt = new Date(deps.clock().getTime() + offerMinutes * 60_000).toISOString()
    await transact(deps, by, (tx) =>
      signInRights(
        tx,
        ({ sql }) => sql`
          INSERT INTO second_factor_offer (account_id, sealed_secret, expires_at) VALUES (${account.id}, ${sealed}, ${expiresAt})
          ON CONFLICT (account_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, expires_at = excluded.expires_at`,
      ),
    )
    return { secret, address: addressOf(secret, person.username), validMinutes: offerMinutes }
  }

/** The step of a code that the offered secret made. @throws Refusal when the offer is gone or the code is not its own */
const confirmedStep = async (deps: Deps, { id }: Account, sealed: Uint8Array | undefined, typed: string): Promise<number> => {
  if (!sealed) throw new Refusal('second_factor_offer_gone')
  const code = readAppCode(typed)
  const secret = await deps.sealing.open(sealed, aboutAccount(id))
  const step = code === undefined ? undefined : stepOf(secret, code, deps.clock())
  if (step === undefined) throw invalid({ otp: { code: 'second_factor_wrong' } })
  return step
}

const confirm =
  (deps: Deps): SecondFactor['confirm'] =>
  async (by, { otp }) => {
    const { account } = await ownAccount(deps, by)
    const now = deps.clock().toISOString()
    const [offer] = await withSignInRights(
      deps.database,
      ({ sql }) => sql<{ sealed_secret: Uint8Array }[]>`
        SELECT sealed_secret FROM second_factor_offer WHERE account_id = ${account.id} AND expires_at > ${now}`,
    )
    const step = await confirmedStep(deps, account, offer?.sealed_secret, otp)
    const { shown, hashes } = await newRecoveryCodes(deps)
    const token = await transact(deps, by, async (tx) => {
      const renewed = await signInRights(tx, async (own) => {
        const taken = await own.sql`
          WITH offer AS (DELETE FROM second_factor_offer WHERE account_id = ${account.id} AND sealed_secret = ${offer?.sealed_secret ?? null} RETURNING sealed_secret)
          INSERT INTO second_factor (account_id, sealed_secret, last_step, confirmed_at) SELECT ${account.id}, sealed_secret, ${step}, ${now} FROM offer
          ON CONFLICT (account_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, last_step = excluded.last_step, confirmed_at = excluded.confirmed_at
          RETURNING 1`
        if (taken.length === 0) throw new Refusal('second_factor_offer_gone')
        await keepRecoveryCodes(own, account.id, hashes)
        return renewSession(own, by, account.id)
      })
      await tell(deps, tx, account, 'secondFactorOn')
      return renewed
    })
    by.jar.set('sid', token)
    return { recoveryCodes: [...shown] }
  }

const renewCodes =
  (deps: Deps): SecondFactor['renewCodes'] =>
  async (by, { password }) => {
    const { account } = await ownAccount(deps, by)
    requireActive(account)
    await deps.stepUp(by, password, 'always')
    const { shown, hashes } = await newRecoveryCodes(deps)
    await transact(deps, by, (tx) => signInRights(tx, (own) => keepRecoveryCodes(own, account.id, hashes)))
    return { recoveryCodes: [...shown] }
  }

const remove =
  (deps: Deps): SecondFactor['remove'] =>
  async (by, { password }) => {
    const { account } = await ownAccount(deps, by)
    requireActive(account)
    await deps.stepUp(by, password, 'always')
    const fault = removalFault((await readSettings(deps.database)).staff_totp_required, password ?? '')
    if (fault) throw new Refusal(fault.code)
    const token = await transact(deps, by, async (tx) => {
      const renewed = await signInRights(tx, async (own) => {
        await own.sql`DELETE FROM second_factor WHERE account_id = ${account.id}`
        await own.sql`DELETE FROM recovery_code WHERE account_id = ${account.id}`
        await own.sql`DELETE FROM sign_in_challenge WHERE account_id = ${account.id}`
        return renewSession(own, by, account.id)
      })
      await tell(deps, tx, account, 'secondFactorOff')
      return renewed
    })
    by.jar.set('sid', token)
  }
