import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { MobileReader } from '@registry/domain/patient/registration'

/** A mobile as it is stored and signed in with: prefix and national number, Italian where no prefix is given (D5). */
export const readMobile: MobileReader = (written) => {
  const found = parsePhoneNumberFromString(written.replace(/^00/, '+'), 'IT')
  if (!found?.isPossible() || found.ext || !/^\d{4,14}$/.test(found.nationalNumber)) return undefined
  return { prefix: `+${found.countryCallingCode}`, number: found.nationalNumber }
}
