import type { Caller } from '@registry/api-contract/caller'
import type { CodeSent } from '@registry/api-contract/sign-in'
import { parseCodeMinutes, recordCodeMinutes, selectSignInLimits } from '@registry/domain/access/sign-in-policy'
import { AppError, validationError } from '@registry/domain/error'
import { writeTransaction } from '../../audit/operation.ts'
import { consumeOneTimeCode, describeSentCode, recordCodeCheck, sendOneTimeCode } from '../../auth/one-time-codes.ts'
import { readSessionToken, requireSessionAccount, verifySessionCode } from '../../auth/session-codes.ts'
import { readSettings } from '../../auth/settings.ts'
import type { Deps } from '../../app/deps.ts'
import { requireSmsQuota } from '../../jobs/sms-quota.ts'

/**
 * Sends a code to the sign-in contact of the patient. It belongs to this session. Its limits count no code of the sign-in, so that reading
 * never prevents a sign-in.
 * @throws AppError code_limit above the limits of codes (THREAT-14); sms_unavailable
 */
export const sendRecordCode = async (deps: Deps, caller: Caller): Promise<CodeSent> => {
  const account = await requireSessionAccount(deps, caller)
  const { codes } = selectSignInLimits(deps.env.DEMO)
  const minutes = parseCodeMinutes((await readSettings(deps.database)).otp_minute_duration)
  if (account.sendTo.channel === 'sms') await requireSmsQuota(deps, 'code')
  await writeTransaction(deps, caller, async (tx) => {
    const request = { account, purpose: 'record', token: readSessionToken(caller), minutes, limits: codes } as const
    if ((await sendOneTimeCode(deps, tx, request)) > 0) throw new AppError('code_limit')
  })
  return describeSentCode(account.sendTo.to, minutes, codes)
}

/** Consumes a typed code, which then serves this session for ten minutes. A failed attempt counts, whatever follows (THREAT-13). */
const enterCode = async (deps: Deps, caller: Caller, otp: string): Promise<void> => {
  const now = deps.clock()
  const token = readSessionToken(caller)
  const codeId = await verifySessionCode(deps, caller, 'record', { otp })
  await deps.database.begin(async (sql) => {
    if (!(await consumeOneTimeCode(sql, codeId, token, now))) throw validationError({ otp: { code: 'code_refused' } })
    await recordCodeCheck(sql, token, now)
  })
}

/**
 * Lets a session read the patient's record with a code, or for ten minutes after one, that of the sign-in included (REQ-PAT-26, THREAT-65).
 * @throws AppError record_code_required; code_refused, code_superseded at `otp`
 */
export const requireRecordCode = async (deps: Deps, caller: Caller, otp: string | undefined): Promise<void> => {
  if (otp !== undefined) return enterCode(deps, caller, otp)
  const { codeCheckedAt } = await requireSessionAccount(deps, caller)
  const ageMs = codeCheckedAt === undefined ? Infinity : deps.clock().getTime() - new Date(codeCheckedAt).getTime()
  if (ageMs > recordCodeMinutes * 60_000) throw new AppError('record_code_required', { minutes: recordCodeMinutes })
}
