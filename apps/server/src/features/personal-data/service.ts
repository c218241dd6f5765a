import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import { PersonalData, type PersonalDataChange, type PersonalDataSaved } from '@registry/api-contract/personal-data'
import { isAddress } from '@registry/domain/access/contact'
import { findNumberError } from '@registry/domain/patient/mobile'
import { changesContact, findSignInContact, listChangedFields, type OwnValues } from '@registry/domain/patient/own-fields'
import type { ReaderContext } from '@registry/domain/fields/reader'
import { buildOwnDataReader } from '@registry/domain/patient/personal-data'
import { AppError, validationError } from '@registry/domain/error'
import { listLabels, listSelectableIds } from '@registry/domain/reference/reference-values'
import { requirePatient } from '../../auth/require-patient.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { buildOwnReadTrace } from '../../audit/read-trace.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import { readNotificationLimits } from '../../jobs/notification-limits.ts'
import { requireSmsQuota } from '../../jobs/sms-quota.ts'
import { parseNumber } from '../../shared/parse-number.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'
import { isContactTaken } from '../../shared/errors/contact-taken.ts'
import { consumeContactCode, sendContactCode, verifyContactCode } from '../../auth/contact-code.ts'
import { notifyFormerContact, undoContactChange } from './contact-undo.ts'
import { confirmCorrection, sendCorrectionCode } from './confirm-correction.ts'
import { findPersonalData, updatePersonalData } from './queries.ts'

const recordRead = (caller: Caller): void =>
  caller.recordRead(buildOwnReadTrace(requirePatient(caller).patientId, Object.keys(PersonalData.omit({ names: true }).shape)))

const readPersonalData = async (deps: Deps, caller: Caller): Promise<PersonalData> => {
  const found = await readTransaction(deps, caller, (tx) => findPersonalData(tx, requirePatient(caller).patientId))
  if (!found) throw new AppError('session_required')
  recordRead(caller)
  return found
}

/** Reads the stored values and interprets the typed ones, by the current rules. */
const checkValues = (deps: Deps, caller: Caller, typed: (stored: PersonalData) => OwnValues) =>
  readTransaction(deps, caller, async (tx) => {
    const stored = await findPersonalData(tx, requirePatient(caller).patientId)
    if (!stored) throw new AppError('session_required')
    const [reference, { mobilePrefixes: prefixes }] = [await readReferenceValues(tx), await readNotificationLimits(tx)]
    const today = formatItalianDay(deps.clock())
    const lists: Omit<ReaderContext, 'today'> = {
      referenceIds: (table) => listSelectableIds(reference(table)),
      referenceLabels: (table) => listLabels(reference(table)),
    }
    const read = buildOwnDataReader({ today, ...lists }, { parseNumber, prefixes })
    const { values, errors } = read(typed(stored), stored)
    if (Object.keys(errors).length > 0) throw validationError(errors)
    return { stored, values }
  })

const requireVersion = (stored: PersonalData, version: string | undefined): void => {
  if (version !== undefined && stored.version !== version) throw new AppError('personal_data_changed')
}

/** The options of a save in addition to its values. An old program sends no version: only the fields that it sends are changed. */
type SaveOptions = Pick<PersonalDataChange, 'password' | 'otp'> & { readonly version?: string }

/**
 * Saves the patient's own data in one transaction. A new sign-in contact is saved only with the code that was sent to it. Without the code
 * nothing is saved and a code is sent. Another person's contact gets the same response (REQ-PAT-10, THREAT-12, THREAT-18).
 */
export const savePersonalData = async (
  deps: Deps,
  caller: Caller,
  typed: (stored: PersonalData) => OwnValues,
  { version, password, otp }: SaveOptions,
): Promise<PersonalDataSaved> => {
  const { patientId, guardianId } = requirePatient(caller)
  const { stored, values } = await checkValues(deps, caller, typed)
  requireVersion(stored, version)
  const changed = listChangedFields(stored, values)
  // The contact is the patient's, with which nobody else signs in.
  if (changesContact(changed) && guardianId !== undefined) throw new AppError('permission_denied')
  if (changesContact(changed)) await deps.reauthenticate(caller, password)
  const contact = findSignInContact(values)
  const isNewContact = contact !== undefined && contact !== findSignInContact(stored)
  if (isNewContact && otp === undefined) {
    if (!isAddress(contact)) await requireSmsQuota(deps, 'code')
    return { saved: null, codeSent: await sendContactCode(deps, caller, contact) }
  }
  const confirmed = isNewContact ? await verifyContactCode(deps, caller, contact, otp ?? '') : undefined
  recordRead(caller)
  const saved = await writeTransaction(deps, caller, async (tx) => {
    const locked = await findPersonalData(tx, patientId, { lock: true })
    if (!locked) throw new AppError('session_required')
    // This check also runs without a version, because the values were checked against the stored ones.
    requireVersion(locked, stored.version)
    if (confirmed) await consumeContactCode(deps, tx, caller, confirmed.codeId)
    if (confirmed) await notifyFormerContact(deps, tx, confirmed.account)
    await updatePersonalData(tx, patientId, values, { keepsContact: guardianId !== undefined })
    caller.note(changed.length > 0 ? `changed ${changed.join(', ')}` : 'nothing changed')
    return findPersonalData(tx, patientId)
  }).catch((error: unknown) => {
    throw isContactTaken(error) ? contactTaken(values) : error
  })
  if (!saved) throw new AppError('session_required')
  return { saved, codeSent: null }
}

/** Only the owner of the contact, who entered its code, learns that another account uses it (THREAT-12). */
const contactTaken = ({ login_mode }: OwnValues): AppError =>
  validationError({ [login_mode === 'Email' ? 'email' : 'mobile']: { code: 'contact_taken' } })

export const personalData = (deps: Deps): Services['personalData'] => ({
  read: (caller) => readPersonalData(deps, caller),
  save: (caller, { values, ...options }) => savePersonalData(deps, caller, () => values, options),
  undoContactChange: undoContactChange(deps),
  sendCorrectionCode: sendCorrectionCode(deps),
  confirmCorrection: confirmCorrection(deps),
  verifyMobile: async (caller, { number, loginMode = 'Mobile' }) => {
    const { mobilePrefixes: prefixes } = await readTransaction(deps, caller, readNotificationLimits)
    const parsed = parseNumber(number)
    const error = findNumberError(parsed, { loginMode, prefixes })
    if (!parsed || error) throw new AppError(error?.code ?? 'mobile_wrong', error?.params, { number: error ?? { code: 'mobile_wrong' } })
    return { country_code: parsed.prefix, national_number: parsed.number }
  },
})
