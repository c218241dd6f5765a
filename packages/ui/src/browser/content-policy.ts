type TrustedTypes = { createPolicy(name: 'default', rules: { createHTML(text: string): string }): unknown }

declare global {
  interface Window {
    /** Absent in browsers without Trusted Types. */
    readonly trustedTypes?: TrustedTypes
    /** The settings of zod, which it shares with every copy of itself on the page. */
    __zod_globalConfig?: { jitless?: boolean }
  }
}

/** What may be assigned as HTML: text without a tag, which is how Mantine fills its style elements. */
export const refuseTags = (text: string): string => {
  if (text.includes('<')) throw new TypeError('HTML is built by React only, never from text')
  return text
}

// The pages' policy refuses every text assigned as HTML that no policy let through (apps/server, http/headers.ts).
window.trustedTypes?.createPolicy('default', { createHTML: refuseTags })

// Zod asks by trying whether it may write functions: the policy refuses, and reports each try as if it were an attack.
window.__zod_globalConfig = Object.assign(window.__zod_globalConfig ?? {}, { jitless: true })

/** The nonce that the page's policy gives to style elements; the server writes it into index.html. */
export const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
