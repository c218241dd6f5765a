import type { Services } from '@registry/api-contract/services'
import { randomBytes } from 'node:crypto'
import type { Caller, Staff } from '@registry/api-contract/caller'
import {
  enrolmentMinutes,
  parseAppCode,
  findRemovalError,
  formatRecoveryCode,
  recoveryLetters,
} from '@registry/domain/access/second-factor'
import { selectSignInLimits } from '@registry/domain/access/sign-in-policy'
import { validationError, AppError } from '@registry/domain/error'
import type { Deps } from '../../../app/deps.ts'
import { writeTransaction } from '../../../audit/operation.ts'
import { findAccountBySession, type Account } from '../../../auth/accounts.ts'
import { sendNotice } from '../../../auth/notices.ts'
import { renewSession } from '../sessions.ts'
import { readSettings } from '../../../auth/settings.ts'
import {
  confirmSecondFactor,
  createEnrolment,
  deleteSecondFactor,
  findEnrolment,
  findSessionSecondFactor,
  replaceRecoveryCodes,
} from './queries.ts'
import { signInWithSecondFactor } from './sign-in.ts'
import { buildAppAddress, createSecret, findTimeStep, formatEncryptionContext } from './totp.ts'

/** The second factor of staff (REQ-ACC-01; decision 0017). */
export const secondFactor = (deps: Deps): Services['secondFactor'] => ({
  signIn: signInWithSecondFactor({ ...deps, limits: selectSignInLimits(deps.env.DEMO) }),
  state: getState(deps),
  begin: beginEnrolment(deps),
  confirm: confirmEnrolment(deps),
  renewCodes: renewRecoveryCodes(deps),
  remove: removeSecondFactor(deps),
})

type OwnAccount = { readonly account: Account; readonly person: Staff }

const findOwnAccount = async (deps: Deps, caller: Caller): Promise<OwnAccount> => {
  const person = caller.actor.kind === 'enrolling' ? caller.actor.person : caller.actor
  if (person.kind !== 'staff') throw new AppError('permission_denied')
  const account = await findAccountBySession(deps.database, caller)
  if (!account) throw new AppError('session_required')
  return { account, person }
}

const requireActive = ({ secondFactor: active }: Account): void => {
  if (!active) throw new AppError('not_found')
}

const getState =
  (deps: Deps): Services['secondFactor']['state'] =>
  async (caller) => {
    await findOwnAccount(deps, caller)
    const { staff_totp_required: obliged } = await readSettings(deps.database)
    const row = await findSessionSecondFactor(deps.database, caller)
    return { active: row !== undefined, since: row?.confirmed_at ?? null, recoveryCodesLeft: row?.codes_left ?? 0, obliged }
  }

const beginEnrolment =
  (deps: Deps): Services['secondFactor']['begin'] =>
  async (caller, { password }) => {
    const { account, person } = await findOwnAccount(deps, caller)
    await deps.reauthenticate(caller, password, account.secondFactor ? 'always' : undefined)
    const secret = createSecret()
    const encrypted = await deps.encryption.encrypt(secret, formatEncryptionContext(account.id))
    const expiresAt = new Date(deps.clock().getTime() + enrolmentMinutes * 60_000).toISOString()
    await writeTransaction(deps, caller, ({ sql }) => createEnrolment(sql, caller, encrypted, expiresAt))
    return { secret, address: buildAppAddress(secret, person.username, caller.language), validMinutes: enrolmentMinutes }
  }

/**
 * Returns the time step of a code of the new secret.
 * @throws AppError when the enrolment has expired or the code is wrong
 */
const verifyEnrolmentCode = async (deps: Deps, { id }: Account, encrypted: Uint8Array | undefined, typed: string): Promise<number> => {
  if (!encrypted) throw new AppError('second_factor_enrolment_expired')
  const code = parseAppCode(typed)
  const secret = await deps.encryption.decrypt(encrypted, formatEncryptionContext(id))
  const step = code === undefined ? undefined : findTimeStep(secret, code, deps.clock())
  if (step === undefined) throw validationError({ otp: { code: 'second_factor_wrong' } })
  return step
}

type NewCodes = { readonly shown: readonly string[]; readonly hashes: readonly string[] }

/** Creates ten codes with argon2 hashes, because 55 bits are too few for a plain hash (decision 0017). */
const createRecoveryCodes = async ({ hashing }: Pick<Deps, 'hashing'>): Promise<NewCodes> => {
  const shown = recoveryLetters.map((place) => formatRecoveryCode(place, randomBytes(11)))
  const hashes: string[] = []
  for (const code of shown) hashes.push(await hashing.hashSecret(code.replaceAll('-', '')))
  return { shown, hashes }
}

const confirmEnrolment =
  (deps: Deps): Services['secondFactor']['confirm'] =>
  async (caller, { otp }) => {
    const { account } = await findOwnAccount(deps, caller)
    const now = deps.clock().toISOString()
    const encrypted = await findEnrolment(deps.database, caller, now)
    const step = await verifyEnrolmentCode(deps, account, encrypted, otp)
    const { shown, hashes } = await createRecoveryCodes(deps)
    const token = await writeTransaction(deps, caller, async (tx) => {
      if (!(await confirmSecondFactor(tx.sql, caller, { encrypted, step, now, hashes })))
        throw new AppError('second_factor_enrolment_expired')
      const renewed = await renewSession(tx.sql, caller)
      await sendNotice(deps, tx, account, 'secondFactorOn')
      return renewed
    })
    caller.cookies.set('sid', token)
    return { recoveryCodes: [...shown] }
  }

const renewRecoveryCodes =
  (deps: Deps): Services['secondFactor']['renewCodes'] =>
  async (caller, { password }) => {
    const { account } = await findOwnAccount(deps, caller)
    requireActive(account)
    await deps.reauthenticate(caller, password, 'always')
    const { shown, hashes } = await createRecoveryCodes(deps)
    await writeTransaction(deps, caller, ({ sql }) => replaceRecoveryCodes(sql, caller, hashes))
    return { recoveryCodes: [...shown] }
  }

const removeSecondFactor =
  (deps: Deps): Services['secondFactor']['remove'] =>
  async (caller, { password }) => {
    const { account } = await findOwnAccount(deps, caller)
    requireActive(account)
    await deps.reauthenticate(caller, password, 'always')
    const detail = findRemovalError((await readSettings(deps.database)).staff_totp_required, password ?? '')
    if (detail) throw new AppError(detail.code)
    const token = await writeTransaction(deps, caller, async (tx) => {
      await deleteSecondFactor(tx.sql, caller)
      const renewed = await renewSession(tx.sql, caller)
      await sendNotice(deps, tx, account, 'secondFactorOff')
      return renewed
    })
    caller.cookies.set('sid', token)
  }
