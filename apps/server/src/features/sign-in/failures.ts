import type { Caller } from '@registry/api-contract/caller'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../../deps.ts'
import { describeMark } from '../../audit/marked-error.ts'
import { recordHiddenRefusal } from '../../audit/operation.ts'
import type { SignInName } from '../../auth/accounts.ts'
import { markOfName } from '../../auth/attempt-origin.ts'

type Needs = Pick<Deps, 'sealing' | 'auditLog'>

/**
 * Notes in the log whose name was tried, by its mark: the same for known and unknown names, and never the name itself, which may be
 * a password typed in the wrong place. So an attack on one person shows (security.md 3, ASVS 16.3.1).
 */
const noteName = async (needs: Needs, caller: Caller, name: SignInName): Promise<void> =>
  caller.note(describeMark(await markOfName(needs, name)))

export const markFailure = async <T>(needs: Needs, caller: Caller, name: SignInName, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) await noteName(needs, caller, name)
    throw error
  }
}

/** The entry of a failure that the answer does not tell (T12). */
export const enterFailure = async (needs: Needs, caller: Caller, name: SignInName, code: string): Promise<void> => {
  await noteName(needs, caller, name)
  await recordHiddenRefusal(needs, caller, code)
}
