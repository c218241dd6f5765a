type TrustedTypes = { createPolicy(name: 'default', rules: { createHTML(text: string): string }): unknown }

declare global {
  interface Window {
    /** Absent in browsers without Trusted Types. */
    readonly trustedTypes?: TrustedTypes
    /** The settings that all copies of zod on the page share. */
    __zod_globalConfig?: { jitless?: boolean }
  }
}

/** Returns text without a tag, as Mantine assigns it to style elements. @throws TypeError for text with a tag (THREAT-28) */
export const refuseTags = (text: string): string => {
  if (text.includes('<')) throw new TypeError('HTML is built by React only, never from text')
  return text
}

// The content security policy of the pages requires Trusted Types: text becomes HTML only through this policy.
window.trustedTypes?.createPolicy('default', { createHTML: refuseTags })

// Without this setting zod tries `new Function`; the policy refuses and reports each call as an attack.
window.__zod_globalConfig = Object.assign(window.__zod_globalConfig ?? {}, { jitless: true })

/** The nonce that the page's policy requires of style elements. The server writes it into index.html. */
export const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
