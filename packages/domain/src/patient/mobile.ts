import type { ErrorDetail } from '../error.ts'

/** A mobile as stored: the prefix with its +, and the national number (REQ-PAT-02). */
export type Mobile = { readonly prefix: string; readonly number: string }

/** A parsed telephone number. `isMobile` is false for landlines, premium and satellite numbers. */
export type ParsedNumber = Mobile & { readonly isMobile: boolean }

/** Parses a telephone number, which is Italian without a prefix. Returns `undefined` for other text. */
export type NumberParser = (text: string) => ParsedNumber | undefined

/** Returns why the registry does not accept a number. Files, forms and the outbox use this rule (REQ-PAT-02, THREAT-14). */
export const findMobileError = (parsed: ParsedNumber | undefined, prefixes: readonly string[]): ErrorDetail | undefined => {
  if (!parsed) return { code: 'mobile_wrong' }
  if (!prefixes.includes(parsed.prefix)) return { code: 'mobile_prefix_not_allowed', params: { prefixes: prefixes.join(', ') } }
  return parsed.isMobile ? undefined : { code: 'mobile_not_mobile' }
}
