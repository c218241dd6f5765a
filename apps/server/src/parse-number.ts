import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { NumberParser } from '@registry/domain/patient/mobile'

/**
 * Parses a phone number with its prefix; without one it is Italian (REQ-PAT-02). Only the full metadata tell a mobile from a satellite, toll
 * or landline number (THREAT-14).
 */
export const parseNumber: NumberParser = (text) => {
  const parsed = parsePhoneNumberFromString(text.replace(/^00/, '+'), 'IT')
  if (!parsed?.isPossible() || parsed.ext || !/^\d{4,14}$/.test(parsed.nationalNumber)) return undefined
  const isMobile = parsed.getType() === 'MOBILE' && !parsed.isNonGeographic()
  return { prefix: `+${parsed.countryCallingCode}`, number: parsed.nationalNumber, isMobile }
}
