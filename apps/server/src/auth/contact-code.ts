import type { Caller } from '@registry/api-contract/caller'
import type { CodeSent } from '@registry/api-contract/sign-in'
import type { Transaction } from '@registry/db/transaction'
import { parseCodeMinutes, selectSignInLimits } from '@registry/domain/access/sign-in-policy'
import { AppError, validationError } from '@registry/domain/error'
import { writeTransaction } from '../audit/operation.ts'
import type { Account } from './accounts.ts'
import { consumeOneTimeCode, describeSentCode, sendOneTimeCode } from './one-time-codes.ts'
import { readSessionToken, requireSessionAccount, verifySessionCode } from './session-codes.ts'
import { readSettings } from './settings.ts'
import type { Deps } from '../app/deps.ts'

/**
 * Sends a code to the new contact, even if another account uses it. The code belongs to this session and this contact (THREAT-15,
 * THREAT-18). The caller checks the quota of SMS first.
 * @throws AppError code_limit above the limits of codes (THREAT-14)
 */
export const sendContactCode = async (deps: Deps, caller: Caller, contact: string): Promise<CodeSent> => {
  const account = await requireSessionAccount(deps, caller)
  const { codes } = selectSignInLimits(deps.env.DEMO)
  const minutes = parseCodeMinutes((await readSettings(deps.database)).otp_minute_duration)
  const sent = describeSentCode(contact, minutes, codes)
  await writeTransaction(deps, caller, async (tx) => {
    const recipient = { ...account, sendTo: { channel: sent.channel, to: contact } }
    const request = { account: recipient, purpose: 'contact', token: readSessionToken(caller), subject: contact, minutes } as const
    if ((await sendOneTimeCode(deps, tx, { ...request, limits: codes })) > 0) throw new AppError('code_limit')
    caller.note('code sent to the new contact')
  })
  return sent
}

/** Counts the attempt, even if the save fails later, and checks the code (THREAT-13). */
export const verifyContactCode = async (
  deps: Deps,
  caller: Caller,
  contact: string,
  otp: string,
): Promise<{ readonly codeId: number; readonly account: Account }> => {
  const account = await requireSessionAccount(deps, caller)
  return { codeId: await verifySessionCode(deps, caller, 'contact', { otp, subject: contact }), account }
}

/** Consumes the code in the transaction of the save, so it confirms one save only. */
export const consumeContactCode = async (deps: Deps, { sql }: Transaction, caller: Caller, codeId: number): Promise<void> => {
  if (!(await consumeOneTimeCode(sql, codeId, readSessionToken(caller), deps.clock())))
    throw validationError({ otp: { code: 'code_refused' } })
}
