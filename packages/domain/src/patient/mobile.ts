import type { ErrorDetail } from '../error.ts'
import { cleanText } from '../text.ts'

/** A mobile as stored: the prefix with its +, and the national number. */
export type Mobile = { readonly prefix: string; readonly number: string }

/** A parsed telephone number. `isMobile` is false for landlines, premium and satellite numbers. */
export type ParsedNumber = Mobile & { readonly isMobile: boolean }

/** Parses a telephone number, which is Italian without a prefix. Returns `undefined` for other text. */
export type NumberParser = (text: string) => ParsedNumber | undefined

/** Returns a prefix with its +: `0039` and `39` are `+39`. */
export const normalizePrefix = (typed: string): string =>
  cleanText(typed)
    .replace(/\s+/g, '')
    .replace(/^(?:00)?(?=\d)/, '+')

/** Joins the prefix and the number of two fields. A number with its own prefix wins over the prefix field. */
export const joinNumber = (prefix: string, number: string): string =>
  /^(\+|00)/.test(number) ? number : `${normalizePrefix(prefix)}${number}`

/** Returns why the registry does not accept a number. It may be foreign or fixed if the patient signs in by e-mail (REQ-PAT-02). */
export const findNumberError = (
  parsed: ParsedNumber | undefined,
  { loginMode, prefixes }: { readonly loginMode: string | null; readonly prefixes: readonly string[] },
): ErrorDetail | undefined => (parsed && loginMode === 'Email' ? undefined : findMobileError(parsed, prefixes))

/** Returns why the registry does not accept a number. Files, forms and the outbox use this rule (REQ-PAT-02, THREAT-14). */
export const findMobileError = (parsed: ParsedNumber | undefined, prefixes: readonly string[]): ErrorDetail | undefined => {
  if (!parsed) return { code: 'mobile_wrong' }
  if (!prefixes.includes(parsed.prefix)) return { code: 'mobile_prefix_not_allowed', params: { prefixes: prefixes.join(', ') } }
  return parsed.isMobile ? undefined : { code: 'mobile_not_mobile' }
}
