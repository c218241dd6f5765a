import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { contactCorrectionDays, contactCorrectionLimit } from '@registry/domain/access/sign-in-policy'
import { AppError, recordError, validationError } from '@registry/domain/error'
import type { PatientRecord } from '@registry/domain/fields/values'
import type { Language } from '@registry/domain/language'
import { listSelectableIds } from '@registry/domain/reference/reference-values'
import type { Cell } from '@registry/tabular/table'
import { sendNotice } from '../../auth/notices.ts'
import { consumeAttempt } from '../../auth/rate-limit.ts'
import { createToken, hashToken } from '../../auth/tokens.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import { isContactTaken } from '../../shared/errors/contact-taken.ts'
import { inviteNewPatients } from '../../jobs/invitations.ts'
import { readNotificationLimits } from '../../jobs/notification-limits.ts'
import { parseNumber } from '../../shared/parse-number.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'
import {
  findSignInContact,
  readCorrection,
  readStoredRegistration,
  registrationFields,
  type RegistrationField,
  type RegistrationValues,
} from './registration-values.ts'

type Needs = Pick<Deps, 'database' | 'env' | 'messages' | 'clock' | 'outbox'>
type Found = { readonly id: number; readonly withdrawn: boolean; readonly values: PatientRecord }

/** A parsed correction that is not stored yet. */
export type Correction = { readonly before: RegistrationValues; readonly after: RegistrationValues }

/** The effect of a correction on the sign-in contact: a new invitation, or a confirmation of the new contact. */
export type CorrectedContact = 'unchanged' | 'invited' | 'pending'

/**
 * Parses a correction of a registration. Undefined if it changes nothing.
 * @throws AppError validation_failed, consent_withdrawn
 */
export const prepareCorrection = async (
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  found: Found,
  typed: ReadonlyMap<RegistrationField, Cell>,
): Promise<Correction | undefined> => {
  const before = readStoredRegistration(found.values)
  const [reference, { mobilePrefixes: prefixes }] = [await readReferenceValues(tx), await readNotificationLimits(tx)]
  const context = {
    today: formatItalianDay(clock()),
    referenceIds: (table: Parameters<typeof reference>[0]) => listSelectableIds(reference(table)),
  }
  const after = readCorrection(before, typed, context, { parseNumber, prefixes })
  if (registrationFields.every((field) => before[field] === after[field])) return undefined
  if (found.withdrawn) throw new AppError('consent_withdrawn')
  return { before, after }
}

/**
 * The corrected birth date of a registration. Undefined if it stays.
 * @throws AppError validation_failed for a day in the future, consent_withdrawn
 */
export const prepareBirthDate = (
  { clock }: Pick<Deps, 'clock'>,
  { birthDate: before, withdrawn }: { readonly birthDate: string | null; readonly withdrawn: boolean },
  birthDate: string | undefined,
): string | undefined => {
  if (birthDate === undefined || before === null || birthDate === before) return undefined
  if (withdrawn) throw new AppError('consent_withdrawn')
  if (birthDate > formatItalianDay(clock())) throw validationError({ birthDate: { code: 'value_date_future' } })
  return birthDate
}

/** Corrects the birth date of a registration, which with DOB decides the day of majority (REQ-GRD-06). */
export const correctBirthDate = async ({ sql }: Transaction, caller: Caller, id: number, birthDate: string): Promise<void> => {
  await sql`UPDATE patient_identity SET birth_date = ${birthDate} WHERE patient_id = ${id}`
  caller.note(`patient ${id}, birth date of the registration corrected`)
}

export const changesContact = ({ before, after }: Correction): boolean =>
  (['login_mode', 'email', 'mobile_prefix', 'mobile'] as const).some((field) => before[field] !== after[field])

const takenContact = ({ login_mode }: RegistrationValues): AppError =>
  recordError({ [login_mode === 'Email' ? 'email' : 'mobile']: { code: 'record_contact_taken' } })

/** Stores a registration; the version trigger keeps its history. Row security allows patients of the caller's centre only. */
const storeRegistration = async ({ sql }: Transaction, id: number, after: RegistrationValues): Promise<void> => {
  await sql`UPDATE patient SET login_mode = ${after.login_mode} WHERE id = ${id} AND login_mode <> ${after.login_mode}`
  const stored = await sql`
    UPDATE patient_identity SET surname = ${after.SURNAME}, name = ${after.NAME}, email = ${after.email}, mobile_prefix = ${after.mobile_prefix},
      mobile = ${after.mobile}
    WHERE patient_id = ${id}`.catch((error: unknown) => {
    throw isContactTaken(error) ? takenContact(after) : error
  })
  if (stored.count !== 1) throw new AppError('consent_withdrawn')
}

type Notified = { readonly language: Language; readonly centre: string }

const findNotified = async ({ sql }: Transaction, id: number): Promise<Notified> => {
  const [found] = await sql<Notified[]>`
    SELECT patient.lang AS language, centre.name AS centre FROM patient JOIN centre ON centre.code = patient.centre_code WHERE patient.id = ${id}`
  if (!found) throw new AppError('import_patient_unknown')
  return found
}

/** The patient at a sign-in contact. Undefined without one. */
const findRecipient = (patientId: number, language: Language, registration: RegistrationValues) => {
  const to = findSignInContact(registration)
  if (to === null) return undefined
  const channel = registration.login_mode === 'Email' ? ('mail' as const) : ('sms' as const)
  return { person: { kind: 'patient' as const, patientId }, language, sendTo: { channel, to } }
}

/** Whether another patient of the centre signs in with the contact. Patients of other centres are not read (REQ-PAT-03). */
const isTakenInCentre = async ({ sql }: Transaction, id: number, { login_mode, email, mobile_prefix, mobile }: RegistrationValues) => {
  const other = await sql`
    SELECT FROM patient_identity AS other WHERE other.centre_code = (SELECT current_setting('app.centre')) AND other.patient_id <> ${id}
      AND other.login_mode = ${login_mode}
      AND CASE other.login_mode WHEN 'Email' THEN other.email = ${email} ELSE other.mobile_prefix = ${mobile_prefix} AND other.mobile = ${mobile} END`
  return other.length > 0
}

/** Stores the new contact until its holder confirms it by link and code. Informs the holder of the current contact, who can decline it. */
const requestConfirmation = async (needs: Needs, tx: Transaction, id: number, { before, after }: Correction): Promise<void> => {
  if (await isTakenInCentre(tx, id, after)) throw takenContact(after)
  const [secret, undo] = [createToken(), createToken()]
  const now = needs.clock()
  const expiresAt = new Date(now.getTime() + contactCorrectionDays * 86_400_000)
  const isEmail = after.login_mode === 'Email'
  const [requested] = await tx.sql<{ done: boolean }[]>`
    SELECT request_contact_correction(${id}, ${after.login_mode}, ${isEmail ? after.email : null}, ${isEmail ? null : after.mobile_prefix},
      ${isEmail ? null : after.mobile}, ${hashToken(secret)}, ${hashToken(undo)}, ${now.toISOString()}, ${expiresAt.toISOString()}) AS done`
  if (!requested?.done) throw new AppError('consent_withdrawn')
  const { centre, language } = await findNotified(tx, id)
  const origin = needs.env.MYCONSENT_ORIGIN
  const [previous, wanted] = [findRecipient(id, language, before), findRecipient(id, language, after)]
  const values = { centre, days: contactCorrectionDays }
  if (wanted) await sendNotice(needs, tx, wanted, 'confirmContact', { ...values, link: `${origin}/conferma_recapito#${secret}` }, expiresAt)
  if (previous)
    await sendNotice(needs, tx, previous, 'contactCorrected', { ...values, link: `${origin}/annulla_recapito#${undo}` }, expiresAt)
}

/** Notifies the patient that names or contacts changed, without the values. */
const notifyPatient = async (needs: Needs, tx: Transaction, id: number, before: RegistrationValues): Promise<void> => {
  const { language, centre } = await findNotified(tx, id)
  const recipient = findRecipient(id, language, before)
  if (recipient) await sendNotice(needs, tx, recipient, 'registrationCorrected', { centre })
}

/** Limits the messages to one patient. @throws AppError too_many_attempts (THREAT-14) */
const limitCorrections = async ({ database }: Needs, id: number): Promise<void> => {
  const seconds = await consumeAttempt(database, `contact correction ${id}`, contactCorrectionLimit)
  if (seconds > 0) throw new AppError('too_many_attempts', { seconds })
}

/**
 * Corrects the registration of a patient of the centre (REQ-PAT-24). Names and the second contact change immediately. The sign-in contact
 * changes immediately, with a new invitation, until the patient has chosen a password. Afterwards it waits for its confirmation.
 */
export const correctRegistration = async (
  needs: Needs,
  tx: Transaction,
  caller: Caller,
  id: number,
  { before, after }: Correction,
): Promise<CorrectedContact> => {
  const [previous, wanted] = [findSignInContact(before), findSignInContact(after)]
  const isNewContact = wanted !== null && wanted !== previous
  if (isNewContact) await limitCorrections(needs, id)
  const [account] = await tx.sql<{ used: boolean }[]>`SELECT has_account_in_use(${id}) AS used`
  const isUsed = account?.used === true
  const waits = isNewContact && isUsed
  const kept =
    waits && after.login_mode === 'Email'
      ? { email: before.email }
      : waits
        ? { mobile_prefix: before.mobile_prefix, mobile: before.mobile }
        : {}
  const stored = waits ? { ...after, ...kept, login_mode: before.login_mode } : after
  const changed = registrationFields.filter((field) => before[field] !== stored[field])
  if (changed.length > 0) {
    await storeRegistration(tx, id, stored)
    const isInvited = isNewContact && !waits
    if (!isInvited) await notifyPatient(needs, tx, id, before)
  }
  if (waits) await requestConfirmation(needs, tx, id, { before, after })
  if (isNewContact && !waits) {
    await tx.sql`SELECT end_invitations(${id}, ${needs.clock().toISOString()})`
    await inviteNewPatients(needs, tx, [id])
  }
  caller.note(
    `patient ${id}, registration corrected: ${[...changed, ...(waits ? ['a contact that waits for its confirmation'] : [])].join(', ')}`,
  )
  return waits ? 'pending' : isNewContact ? 'invited' : 'unchanged'
}
