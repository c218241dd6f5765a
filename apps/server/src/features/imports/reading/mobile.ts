import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { NumberParser } from '@registry/domain/patient/mobile'

/**
 * A number with its prefix, Italian where none is given (D5). The full metadata are the only ones that tell types apart: a satellite
 * number, a toll number and a landline look like mobiles otherwise (THREAT-14).
 */
export const parseNumber: NumberParser = (written) => {
  const found = parsePhoneNumberFromString(written.replace(/^00/, '+'), 'IT')
  if (!found?.isPossible() || found.ext || !/^\d{4,14}$/.test(found.nationalNumber)) return undefined
  const isMobile = found.getType() === 'MOBILE' && !found.isNonGeographic()
  return { prefix: `+${found.countryCallingCode}`, number: found.nationalNumber, isMobile }
}
