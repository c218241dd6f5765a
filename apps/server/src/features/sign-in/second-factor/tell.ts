import type { Transaction } from '@registry/db/transaction'
import type { Account } from '../../../auth/accounts.ts'
import { tell } from '../notices.ts'
import type { SignInDeps } from '../sign-in-deps.ts'
import type { Shown } from './check.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'

/** Whoever comes in with a recovery code is told of it, and how many are left: somebody may have found the paper (ASVS 6.3.7). */
export const tellOfCodes =
  (deps: SignInDeps, account: Account, { kind }: Shown) =>
  async (tx: Transaction): Promise<void> => {
    if (kind === 'app') return
    const left = await recoveryCodesLeft(tx.sql, account.id)
    await tell(deps, tx, account, 'recoveryCodeUsed', { left })
  }
