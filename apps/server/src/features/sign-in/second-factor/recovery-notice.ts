import type { Transaction } from '@registry/db/transaction'
import type { Account } from '../../../auth/accounts.ts'
import { sendNotice } from '../../../auth/notices.ts'
import type { SignInDeps } from '../sign-in-deps.ts'
import type { VerifiedCode } from './verify-code.ts'
import { countRecoveryCodes } from './queries.ts'

/** Notifies the person that a recovery code was used, with the number of remaining codes. Another person may have found them. */
export const sendRecoveryNotice =
  (deps: SignInDeps, account: Account, { kind }: VerifiedCode) =>
  async (tx: Transaction): Promise<void> => {
    if (kind === 'app') return
    const left = await countRecoveryCodes(tx.sql, account.id)
    await sendNotice(deps, tx, account, 'recoveryCodeUsed', { left })
  }
