import { z } from 'zod'
import { OneTimeCode } from '@registry/api-contract/sign-in'
import { PersonalDataChange, TypedMobile, VerifiedMobile, type PersonalData } from '@registry/api-contract/personal-data'
import { parseDay } from '@registry/domain/calendar'
import { AppError, validationError, type ErrorDetail } from '@registry/domain/error'
import { getField, type PatientFieldName } from '@registry/domain/fields/dictionary'
import { textFormats } from '@registry/domain/fields/text-formats'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { ownFields, type OwnField, type OwnValues } from '@registry/domain/patient/own-fields'
import { legacyOperation, legacyRoute, noFields } from '../../http/legacy/declare.ts'
import { filledText, lang, optionalText, text } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import { savePersonalData } from './service.ts'

const { login_mode: LoginMode, ...texts } = PersonalDataChange.shape.values.shape
/** A text of the old form. The service checks it by the dictionary. */
const field = () => optionalText(texts.email.unwrap())

const Request = z.object({
  name: field(),
  surname: field(),
  dob: field(),
  login_mode: filledText(LoginMode),
  email: field(),
  mobile_prefix: field(),
  mobile: field(),
  telephone: field(),
  legal_id: field(),
  address_nation: field(),
  address_area: field(),
  address_town: field(),
  address_street: field(),
  address_zip: field(),
  lob_nation: field(),
  lob_region: field(),
  password: filledText(z.string()),
  otp: filledText(OneTimeCode),
  lang,
})
type Request = z.output<typeof Request>

const readOnlyFields = { name: 'NAME', surname: 'SURNAME', dob: 'DOB' } as const satisfies Record<string, PatientFieldName>

const findReadOnlyError = (name: keyof typeof readOnlyFields, sent: string, stored: string | null): ErrorDetail | undefined => {
  const typed = sent.trim()
  if (name === 'dob') {
    const day = parseDay(typed)
    if (typed !== '' && day === undefined) return { code: 'value_date_invalid' }
    return (day ?? null) === stored ? undefined : { code: 'centre_changes_this' }
  }
  const normalised = textFormats[getField(readOnlyFields[name]).name]?.normalise?.(typed) ?? typed
  return normalised === stored ? undefined : { code: 'centre_changes_this' }
}

/** An old form sends its read-only fields too. They must equal the stored values (THREAT-07). */
const requireSamePerson = (request: Request, stored: PersonalData): void => {
  const errors = (['name', 'surname', 'dob'] as const).flatMap((name) => {
    const sent = request[name]
    const error = sent === undefined ? undefined : findReadOnlyError(name, sent, stored[name])
    return error ? [[name, error] as const] : []
  })
  if (errors.length > 0) throw validationError(Object.fromEntries(errors))
}

/** A field that the program does not send keeps its value; an empty one is cleared. */
const mergeValues = (request: Request, stored: PersonalData): OwnValues => {
  const merge = (name: OwnField): string | null => request[name] ?? stored[name]
  const { login_mode, email, mobile_prefix, mobile, telephone, legal_id, ...others } = stored
  const values: Record<OwnField, string | null> = { login_mode, email, mobile_prefix, mobile, telephone, legal_id, ...others }
  for (const name of ownFields) values[name] = merge(name)
  return values
}

/** The personal data of a patient. A new sign-in contact needs a second call with `otp`, the code sent to it (decision 0036). */
const updatePersonalData = legacyOperation({
  method: 'POST',
  path: '/patient/UpdatePersonalData',
  summary: /*i18n*/ {
    id: 'api.UpdatePersonalData',
    message:
      'Cambia i dati personali del paziente. Un campo assente resta com’è, uno vuoto viene cancellato. Per un nuovo recapito di accesso la prima chiamata manda un codice, la seconda lo ripete in otp',
  },
  permission: 'personal-data:own',
  command: 'UpdatePersonalData',
  reads: 'own',
  request: Request,
  response: z.object({}),
  errors: [
    'contact_code_sent',
    'code_limit',
    'sms_unavailable',
    'personal_data_changed',
    'reauthentication_required',
    'password_wrong',
    'too_many_attempts',
    'password_stopped',
  ],
  descriptions: { name: fieldTexts.ownName, otp: fieldTexts.contactOtp, password: fieldTexts.ownPassword },
  example: { session: 'uses', fields: { telephone: '06 1234567', lang: 'it' } },
  handle: async (caller, request, { deps }) => {
    const { password, otp } = request
    const typed = (stored: PersonalData): OwnValues => {
      requireSamePerson(request, stored)
      return mergeValues(request, stored)
    }
    const { codeSent } = await savePersonalData(deps, caller, typed, { password, otp })
    if (codeSent) throw new AppError('contact_code_sent', { minutes: codeSent.validMinutes }, { otp: { code: 'code_required' } })
    return noFields()
  },
})

/** The prefix and the national number of a mobile, as the registry stores them (REQ-PAT-11). */
const verifyPhoneNumber = legacyRoute({
  method: 'POST',
  path: '/verify_phone_number',
  summary: /*i18n*/ {
    id: 'api.verify_phone_number',
    message: 'Controlla un numero di cellulare e restituisce prefisso e numero come li registra il registro',
  },
  procedure: (api) => api.personalData.verifyMobile,
  request: z.object({ number: text(TypedMobile.shape.number), lang }),
  response: VerifiedMobile,
  errors: ['mobile_wrong', 'mobile_not_mobile', 'mobile_prefix_not_allowed'],
  example: { session: 'uses', fields: { number: '+39 333 1234567' } },
  toInput: ({ number }) => ({ number }),
  toResponse: (verified) => verified,
})

export const personalDataLegacy: readonly LegacyRoute[] = [updatePersonalData, verifyPhoneNumber]
