import type { SignIn } from '@registry/api-contract/sign-in'
import { Refusal } from '@registry/domain/fault'
import { identify } from '../../edge/operation.ts'
import { findByName, staffName } from './accounts.ts'
import { enterAsStaff } from './enter-staff.ts'
import { evenly } from './even-time.ts'
import { prove, renewedHash, type Proven } from './proof.ts'
import { withSignInRights } from './rights.ts'
import { askForCode } from './second-factor/challenge.ts'
import { requireSecondFactor } from './second-factor/check.ts'
import { tellOfCodes } from './second-factor/tell.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { countAddress, countTry, forgiveTries } from './tries.ts'

/** Answers leave at multiples of this, whatever was found. */
const stepMs = 100

/** Staff: e-mail and password, and the second factor of whoever has one (D6). Every failure before it has the same text and about the same time. */
export const staffSignIn =
  (deps: SignInDeps): SignIn['staff'] =>
  async (by, { username, password, otp }) => {
    if (by.site !== 'staff') throw new Refusal('permission_denied')
    await countAddress(deps, by, deps.bounds.perAddress)
    const name = staffName(username)
    const { account, proof } = await evenly(stepMs, async () => {
      await countTry(deps, by, name)
      const found = await withSignInRights(deps.database, (tx) => findByName(tx, name))
      const shown = await prove(deps, found, password)
      if (!found || !shown) throw new Refusal('password_wrong')
      return { account: found, proof: shown }
    })

    identify(by, account.person)
    const hash = proof === 'temporary' ? await deps.hashing.hashSecret(password) : await renewedHash(deps, account, password)
    const proven: Proven = { proof, hash, misses: await withSignInRights(deps.database, (tx) => forgiveTries(tx, name)) }
    if (!account.secondFactor) return enterAsStaff(deps, by, account, proven)
    if (otp === undefined) return askForCode(deps, by, account, proven)
    const shown = await requireSecondFactor(deps, by, account, otp)
    return enterAsStaff(
      deps,
      by,
      account,
      { ...proven, misses: proven.misses + shown.misses },
      { after: tellOfCodes(deps, account, shown) },
    )
  }
