import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { cleanText } from '@registry/domain/text'
import type { NumberParser } from '@registry/domain/patient/mobile'

/**
 * Parses a phone number with its prefix; without one it is Italian (REQ-PAT-02). Only the full metadata distinguish a mobile from a
 * satellite, toll or landline number (THREAT-14).
 */
export const parseNumber: NumberParser = (text) => {
  const written = parsePhoneNumberFromString(cleanText(text).replace(/^00/, '+'), 'IT')
  // `39` can precede a number without a plus, even together with a prefix of its own.
  const repeated = written?.isValid() === false && written.nationalNumber.startsWith(written.countryCallingCode)
  const again = repeated ? parsePhoneNumberFromString(`+${written.nationalNumber}`) : undefined
  const parsed = again?.isValid() ? again : written
  if (!parsed?.isPossible() || parsed.ext || !/^\d{4,14}$/.test(parsed.nationalNumber)) return undefined
  const isMobile = parsed.getType() === 'MOBILE' && !parsed.isNonGeographic()
  return { prefix: `+${parsed.countryCallingCode}`, number: parsed.nationalNumber, isMobile }
}
