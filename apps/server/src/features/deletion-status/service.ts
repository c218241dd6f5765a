import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { DeletionCheck } from '@registry/api-contract/deletion-status'
import type { Transaction } from '@registry/db/transaction'
import { verificationLimits } from '@registry/domain/access/receipt-limits'
import { parseReceiptCode } from '@registry/domain/consent/receipt-code'
import { AppError } from '@registry/domain/error'
import { readTransaction } from '../../audit/operation.ts'
import { formatAddressBlock } from '../../auth/address-block.ts'
import { consumeAttempt } from '../../auth/rate-limit.ts'
import type { Deps } from '../../app/deps.ts'
import { findExportsToDelete } from '../../shared/deletion-codes.ts'

type Needs = Pick<Deps, 'database' | 'keyedHash' | 'encryption' | 'clock'>
type Recipients = Omit<Extract<DeletionCheck, { found: true }>, 'found' | 'lastDay'>

const countRecipients = async ({ sql }: Transaction, exports: readonly string[]): Promise<Recipients | undefined> => {
  const [counts] = await sql<Recipients[]>`
    SELECT recipients, confirmed, due_on::text AS "dueOn" FROM count_deletion_request_recipients(${[...exports]}::uuid[])`
  return counts
}

/** @throws AppError too_many_attempts */
const limitChecks = async ({ database }: Needs, { host }: Caller): Promise<void> => {
  for (const { block = 'household', ...limit } of verificationLimits) {
    const seconds = await consumeAttempt(database, `deletion request check ${formatAddressBlock(host, block)}`, limit)
    if (seconds > 0) throw new AppError('too_many_attempts', { seconds })
  }
}

/** Shows the number of recipients who confirmed the deletion of their files, to anyone with the code of a withdrawal (REQ-CON-17). */
export const deletionStatus = (deps: Needs): Services['deletionStatus'] => ({
  check: async (caller, { code: typed }) => {
    await limitChecks(deps, caller)
    const code = parseReceiptCode(typed)
    if (code === undefined) return { found: false }
    return readTransaction(deps, caller, async (tx) => {
      const toDelete = await findExportsToDelete(deps, tx, code)
      const counts = toDelete && (await countRecipients(tx, toDelete.exports))
      return counts ? { found: true, ...counts, lastDay: toDelete.lastDay } : { found: false }
    })
  },
})
