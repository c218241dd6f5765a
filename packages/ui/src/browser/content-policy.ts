type Rules = { readonly createHTML: (text: string) => string; readonly createScriptURL: (address: string) => string }
type TrustedTypes = { createPolicy(name: 'default', rules: Rules): unknown }

declare global {
  interface Window {
    /** Absent in browsers without Trusted Types. */
    readonly trustedTypes?: TrustedTypes
    /** The settings that all copies of zod on the page share. */
    __zod_globalConfig?: { jitless?: boolean }
  }
}

/** Returns text without a tag, as Mantine assigns it to style elements. @throws TypeError for text with a tag (THREAT-28) */
export const rejectTags = (text: string): string => {
  if (text.includes('<')) throw new TypeError('HTML is built by React only, never from text')
  return text
}

/** Returns the address of the service worker, the only script that is named by text (REQ-UI-23). @throws TypeError for another one (THREAT-28) */
export const rejectScripts = (address: string): string => {
  if (address === '/service-worker.js') return address
  throw new TypeError(address)
}

// The content security policy of the pages requires Trusted Types. Text becomes HTML or an address of a script only through this policy.
window.trustedTypes?.createPolicy('default', { createHTML: rejectTags, createScriptURL: rejectScripts })

// Without this setting zod tries `new Function`; the policy blocks each call and reports it as an attack.
window.__zod_globalConfig = Object.assign(window.__zod_globalConfig ?? {}, { jitless: true })

/** The nonce that the page's policy requires of style elements. The server writes it into index.html. */
export const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
