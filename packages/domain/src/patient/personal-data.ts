import { isAddress, normalizeEmail } from '../access/contact.ts'
import type { ErrorDetail } from '../error.ts'
import { getField } from '../fields/dictionary.ts'
import { buildReader, type ReaderContext } from '../fields/reader.ts'
import { personFunctions, personRules } from '../rules/person.ts'
import { checkRecord } from '../rules/rule-set.ts'
import { cleanText } from '../text.ts'
import { findNumberError, joinNumber, normalizePrefix, type Mobile } from './mobile.ts'
import { ownFields, type OwnErrors, type OwnField, type OwnValues } from './own-fields.ts'
import type { MobileReading } from './registration.ts'

const buildErrors = (found: readonly (readonly [OwnField, ErrorDetail | undefined])[]): OwnErrors => {
  const errors: Partial<Record<OwnField, ErrorDetail>> = {}
  for (const [field, detail] of found) if (detail) errors[field] ??= detail
  return errors
}

/**
 * Builds the reader of the patient's data for screen, procedure and legacy path. It checks limits, mobile, and the rules between fields
 * (RULE-34, RULE-37). A stored mobile stays valid when the list of prefixes gets shorter.
 */
export const buildOwnDataReader = (context: ReaderContext, mobiles: MobileReading) => {
  const readers = new Map(ownFields.map((field) => [field, buildReader(getField(field), context)]))

  const readMobile = (values: OwnValues, before: OwnValues): { readonly mobile: Mobile | null; readonly error?: ErrorDetail } => {
    const [prefix, number] = [normalizePrefix(values.mobile_prefix ?? ''), cleanText(values.mobile ?? '')]
    if (number === '') return { mobile: null }
    const { login_mode: loginMode } = values
    const isSameMode = loginMode === before.login_mode || loginMode === 'Email'
    if (isSameMode && prefix === before.mobile_prefix && number === before.mobile) return { mobile: { prefix, number } }
    const parsed = mobiles.parseNumber(joinNumber(prefix, number))
    const error = findNumberError(parsed, { loginMode, prefixes: mobiles.prefixes })
    return parsed && !error ? { mobile: parsed } : { mobile: null, error: error ?? { code: 'mobile_wrong' } }
  }

  return (values: OwnValues, before: OwnValues): { readonly values: OwnValues; readonly errors: OwnErrors } => {
    const readings = new Map(ownFields.map((field) => [field, readers.get(field)?.text(values[field] ?? '')]))
    const text = (field: OwnField): string | null => readings.get(field)?.text ?? null
    const { mobile, error: mobileError } = readMobile(values, before)
    const email = text('email')
    const read: OwnValues = {
      login_mode: text('login_mode'),
      email,
      mobile_prefix: mobile?.prefix ?? null,
      mobile: mobile?.number ?? null,
      telephone: text('telephone'),
      legal_id: text('legal_id'),
      address_nation: text('address_nation'),
      address_area: text('address_area'),
      address_town: text('address_town'),
      address_street: text('address_street'),
      address_zip: text('address_zip'),
      lob_nation: text('lob_nation'),
      lob_region: text('lob_region'),
    }
    const isWrongAddress = email !== null && !isAddress(normalizeEmail(email))
    const violations = checkRecord(read, { trees: personRules, functions: personFunctions }, { today: context.today })
    const rejections = violations.filter(({ severity }) => severity === 'error')
    const errors = buildErrors([
      ...ownFields.map((field) => [field, readings.get(field)?.error] as const),
      ['email', isWrongAddress ? { code: 'contact_wrong' } : undefined],
      ['mobile', mobileError],
      ...ownFields.map((field) => {
        const violated = rejections.find(({ fields: [first] }) => first === field)
        return [field, violated && { code: violated.text }] as const
      }),
    ])
    return { values: read, errors }
  }
}
