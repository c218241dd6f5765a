import type { ErrorDetail } from '../error.ts'

/** A mobile as it is stored and signed in with: the prefix with its +, and the national number (D5). */
export type Mobile = { readonly prefix: string; readonly number: string }

/** A telephone number as a library reads it. `isMobile` is true of numbers of a mobile type alone: no landline, premium or satellite number. */
export type ParsedNumber = Mobile & { readonly isMobile: boolean }

/** Reads a number as people write it, an Italian one where nothing says otherwise; `undefined` when it is none. */
export type NumberParser = (written: string) => ParsedNumber | undefined

/** Why the registry writes to no such number, by SMS or at all: the one rule of files, forms and the outbox (D5, THREAT-14). */
export const findMobileError = (parsed: ParsedNumber | undefined, prefixes: readonly string[]): ErrorDetail | undefined => {
  if (!parsed) return { code: 'mobile_wrong' }
  if (!prefixes.includes(parsed.prefix)) return { code: 'mobile_prefix_not_allowed', params: { prefixes: prefixes.join(', ') } }
  return parsed.isMobile ? undefined : { code: 'mobile_not_mobile' }
}
