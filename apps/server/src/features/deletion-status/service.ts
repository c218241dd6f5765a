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
import { findExportsToDelete } from '../../auth/deletion-codes.ts'

type Needs = Pick<Deps, 'database' | 'keyedHash' | 'encryption' | 'clock'>
type Recipients = Extract<DeletionCheck, { found: true }>['recipients']

const listRecipients = ({ sql }: Transaction, exports: readonly string[]) => sql<Recipients>`
  SELECT due_on::text AS "dueOn", confirmed_on::text AS "confirmedOn" FROM list_deletion_recipients(${[...exports]}::uuid[])`

/** @throws AppError too_many_attempts */
const limitChecks = async ({ database }: Needs, { host }: Caller): Promise<void> => {
  for (const { block = 'household', ...limit } of verificationLimits) {
    const seconds = await consumeAttempt(database, `deletion request check ${formatAddressBlock(host, block)}`, limit)
    if (seconds > 0) throw new AppError('too_many_attempts', { seconds })
  }
}

/** Shows when each recipient confirmed the deletion of the files, to anyone with the code of a withdrawal (REQ-CON-17). */
export const deletionStatus = (deps: Needs): Services['deletionStatus'] => ({
  check: async (caller, { code: typed }) => {
    await limitChecks(deps, caller)
    const code = parseReceiptCode(typed)
    if (code === undefined) return { found: false }
    return readTransaction(deps, caller, async (tx) => {
      const toDelete = await findExportsToDelete(deps, tx, code)
      if (!toDelete) return { found: false }
      return { found: true, recipients: [...(await listRecipients(tx, toDelete.exports))], lastDay: toDelete.lastDay }
    })
  },
})
