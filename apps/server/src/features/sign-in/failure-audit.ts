import type { Caller } from '@registry/api-contract/caller'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../../app/deps.ts'
import { formatNameHash } from '../../audit/named-attempt-error.ts'
import { recordHiddenRejection } from '../../audit/operation.ts'
import type { SignInName } from '../../auth/accounts.ts'
import { hashSignInName } from '../../auth/attempt-origin.ts'

type Needs = Pick<Deps, 'encryption' | 'auditLog'>

/**
 * Records the hash of the name in the audit entry, so an attack on one person is visible. The name itself may be a password typed in the
 * wrong field (THREAT-36).
 */
const noteNameHash = async (needs: Needs, caller: Caller, name: SignInName): Promise<void> =>
  caller.note(formatNameHash(await hashSignInName(needs, name)))

export const withNameInAudit = async <T>(needs: Needs, caller: Caller, name: SignInName, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) await noteNameHash(needs, caller, name)
    throw error
  }
}

/** Records a failure that the response does not reveal (THREAT-12). */
export const recordHiddenFailure = async (needs: Needs, caller: Caller, name: SignInName, code: string): Promise<void> => {
  await noteNameHash(needs, caller, name)
  await recordHiddenRejection(needs, caller, code)
}
