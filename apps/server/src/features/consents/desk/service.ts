import { randomBytes } from 'node:crypto'
import { generate, generateSecret } from 'otplib'
import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { DeskAnswer, DeskAnswered } from '@registry/api-contract/desk-consents'
import type { Transaction } from '@registry/db/transaction'
import { isEmailContact, shortenContact } from '@registry/domain/access/contact'
import { verificationLimits } from '@registry/domain/access/receipt-limits'
import { codeDigits, maxCodeAttempts, parseCodeMinutes, selectSignInLimits } from '@registry/domain/access/sign-in-policy'
import { AppError, validationError } from '@registry/domain/error'
import { isLanguage } from '@registry/domain/language'
import { deskCodeMessages } from '@registry/domain/messages/consents'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { setCallerIdentity, writeTransaction } from '../../../audit/operation.ts'
import { buildOwnReadTrace } from '../../../audit/read-trace.ts'
import { formatAddressBlock } from '../../../auth/address-block.ts'
import { findCallerCentre } from '../../../auth/caller-centre.ts'
import { describeSentCode, hashOneTimeCode } from '../../../auth/one-time-codes.ts'
import { consumeAttempt } from '../../../auth/rate-limit.ts'
import { readSettings } from '../../../auth/settings.ts'
import { constantTimeEqual, createToken, hashToken } from '../../../auth/tokens.ts'
import type { Deps } from '../../../app/deps.ts'
import { requireSmsQuota } from '../../../jobs/sms-quota.ts'
import { requireShownDocument, sendAssentText, sendDocument } from '../documents.ts'
import { addConsents, addPreliminary, findShownAssentText } from '../give.ts'
import type { Respondent } from '../ledger.ts'
import { requireRegistered } from '../paper/queries.ts'

/** The life of a link. The database refuses a longer one. */
const linkMinutes = 30

type Link = {
  readonly patientId: number
  readonly subject: string
  readonly name: string
  readonly startedBy: string
  readonly endsAt: string
}
/** A person who can answer. The code goes to `codeTo`, who is a guardian if a patient without a contact is heard. */
type DeskRespondent = {
  readonly respondent: number | null
  readonly assent: boolean
  readonly name: string
  readonly codeTo: string
  readonly contact: string
  readonly language: string
}

/** Row security gives documents, ledger and receipts to the patient only, so the rest of the transaction is the patient's. */
const actAsPatient = async ({ sql }: Transaction, patientId: number): Promise<void> => {
  await sql`SELECT set_config('app.patient', ${String(patientId)}, true)`
}

/** Live links are not counted, because the devices of a hospital share one address. @throws AppError too_many_attempts */
const limitUnknown = async ({ database }: Deps, { host }: Caller): Promise<void> => {
  for (const { block = 'household', ...limit } of verificationLimits) {
    const seconds = await consumeAttempt(database, `desk link ${formatAddressBlock(host, block)}`, limit)
    if (seconds > 0) throw new AppError('too_many_attempts', { seconds })
  }
}

/** Finds the link of a device, and sets its patient as the caller. @throws AppError desk_link_ended, too_many_attempts */
const requireLink = async (deps: Deps, caller: Caller, secret: string): Promise<Link> => {
  const [link] = await deps.database<Link[]>`
    SELECT patient_id AS "patientId", subject, name, started_by AS "startedBy", ends_at AS "endsAt"
    FROM find_desk_link(${hashToken(secret)}, ${deps.clock().toISOString()})`
  if (!link) {
    await limitUnknown(deps, caller)
    throw new AppError('desk_link_ended')
  }
  setCallerIdentity(caller, { kind: 'patient', patientId: link.patientId })
  return link
}

const listRespondents = ({ database, clock }: Deps, secret: string): Promise<DeskRespondent[]> => database<DeskRespondent[]>`
  SELECT guardianship_id AS respondent, assent, name, code_to AS "codeTo", contact, language FROM list_desk_respondents(${hashToken(secret)}, ${clock().toISOString()})`

/** Counts the attempt, even if the save fails later (THREAT-13). */
const verifyCode = async (deps: Deps, secret: string, otp: string): Promise<void> => {
  const [attempt] = await deps.database<{ code_hash: Buffer; salt: Buffer }[]>`
    SELECT code_hash, salt FROM count_desk_code_attempt(${hashToken(secret)}, ${deps.clock().toISOString()}, ${maxCodeAttempts})`
  if (!attempt || !constantTimeEqual(attempt.code_hash, hashOneTimeCode(otp, secret, attempt.salt)))
    throw validationError({ otp: { code: 'code_refused' } })
}

type Used = { readonly patientId: number; readonly subject: string; readonly guardianId: number | null; readonly startedBy: string }

/** Stores the answers of the person who entered the code, as the centre's program would never do (THREAT-34). */
const storeAnswers = async (
  deps: Deps,
  tx: Transaction,
  caller: Caller,
  { secret, assent, ...given }: DeskAnswer,
): Promise<DeskAnswered> => {
  const [used] = await tx.sql<Used[]>`
    SELECT patient_id AS "patientId", subject, guardian_id AS "guardianId", started_by AS "startedBy"
    FROM use_desk_link(${hashToken(secret)}, ${deps.clock().toISOString()}, ${assent})`
  if (!used) throw new AppError('desk_link_ended')
  const { patientId, subject, guardianId, startedBy } = used
  await actAsPatient(tx, patientId)
  const information = await requireShownDocument(tx, 'information', caller.language, given.information)
  const preliminary = await requireShownDocument(tx, 'preliminary', caller.language, given.preliminary)
  const consents = await requireShownDocument(tx, 'consents', caller.language, given.consents)
  const answeredBy = { channel: 'desk', actor: startedBy, guardian_id: guardianId } as const
  const respondent: Respondent = { caller, patientId, subject, client: 'myconsent', answeredBy }
  const before = { information, preliminary, assentText: await findShownAssentText(tx, respondent, given.assentText) }
  await addPreliminary(tx, respondent, preliminary, given.preliminary.answers)
  const { waiting, assent: due } = await addConsents(deps, tx, respondent, consents, given.consents.answers, before)
  caller.note(`patient ${patientId}, consents at the desk`)
  return { waiting: waiting.length > 0, asksAssent: due?.isAsked ?? false }
}

/** Consents on a device of the centre: a link of 30 minutes, and a code to the person who answers (REQ-CON-33). */
export const deskConsents = (deps: Deps): Services['deskConsents'] => ({
  start: async (caller, { centre: named, code }) => {
    const centre = findCallerCentre(caller, named)
    const now = deps.clock()
    const [secret, endsAt] = [createToken(), new Date(now.getTime() + linkMinutes * 60_000).toISOString()]
    const start = async (tx: Transaction): Promise<void> => {
      const { id } = await requireRegistered(tx, centre, code)
      await tx.sql`SELECT start_desk_link(${id}, ${hashToken(secret)}, ${now.toISOString()}, ${endsAt})`
      caller.note(`patient ${id}, consents at the desk started`)
    }
    await writeTransaction(deps, caller, start, { centre })
    return { link: `${deps.env.MYCONSENT_ORIGIN}/consenso_ambulatorio#${secret}`, endsAt }
  },

  open: async (caller, { secret }) => {
    const { patientId, subject, name, endsAt } = await requireLink(deps, caller, secret)
    const respondents = await listRespondents(deps, secret)
    caller.recordRead(buildOwnReadTrace(patientId, ['SURNAME', 'NAME']))
    const { language } = caller
    const shown = await writeTransaction(deps, caller, async (tx) => {
      await actAsPatient(tx, patientId)
      const send = (kind: 'information' | 'preliminary' | 'consents') => sendDocument(tx, subject, 'myconsent', { kind, language })
      return {
        assentText: await sendAssentText(tx, { patientId, subject }, language),
        information: await send('information'),
        preliminary: await send('preliminary'),
        consents: await send('consents'),
      }
    })
    return {
      name: formatPersonName(name),
      endsAt: new Date(endsAt).toISOString(),
      respondents: respondents.map(({ respondent, assent, name: own, codeTo, contact }) => ({
        respondent,
        assent,
        name: formatPersonName(own),
        codeTo: formatPersonName(codeTo),
        contact: shortenContact(contact),
      })),
      ...shown,
    }
  },

  sendCode: async (caller, { secret, respondent }) => {
    const { patientId } = await requireLink(deps, caller, secret)
    const person = (await listRespondents(deps, secret)).find((listed) => listed.respondent === respondent)
    if (!person) throw new AppError('desk_link_ended')
    const minutes = parseCodeMinutes((await readSettings(deps.database)).otp_minute_duration)
    const sent = describeSentCode(person.contact, minutes, selectSignInLimits(deps.env.DEMO).codes)
    if (sent.channel === 'sms') await requireSmsQuota(deps, 'code')
    const now = deps.clock()
    const expiresAt = new Date(now.getTime() + minutes * 60_000)
    const code = await generate({ secret: generateSecret(), strategy: 'hotp', counter: 0, digits: codeDigits })
    const salt = randomBytes(16)
    await writeTransaction(deps, caller, async (tx) => {
      const [stored] = await tx.sql<{ done: boolean }[]>`
        SELECT set_desk_code(${hashToken(secret)}, ${now.toISOString()}, ${respondent}, ${hashOneTimeCode(code, secret, salt)}, ${salt}, ${expiresAt.toISOString()}) AS done`
      if (!stored?.done) throw new AppError('code_limit')
      const language = isLanguage(person.language) ? person.language : caller.language
      const values = { code, minutes, host: new URL(deps.env.MYCONSENT_ORIGIN).hostname }
      const { subject, mail, sms } = deskCodeMessages
      const shared = { to: person.contact, patientId, expiresAt }
      const format = (text: typeof subject | typeof mail | typeof sms): string => deps.messages.format(text, language, values)
      await deps.outbox.put(
        tx,
        isEmailContact(person.contact)
          ? { ...shared, channel: 'mail', subject: format(subject), text: format(mail) }
          : { ...shared, channel: 'sms', text: format(sms) },
      )
      caller.note('code for the consents at the desk')
    })
    return sent
  },

  answer: async (caller, answer) => {
    await requireLink(deps, caller, answer.secret)
    await verifyCode(deps, answer.secret, answer.otp)
    return writeTransaction(deps, caller, (tx) => storeAnswers(deps, tx, caller, answer))
  },
})
