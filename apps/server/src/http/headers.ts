import type { Site } from '@registry/api-contract/caller'

/** On every answer (security.md 5.2). */
const commonHeaders = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=(), browsing-topics=()',
  'x-robots-tag': 'noindex, nofollow',
} as const

export type Headers = Readonly<Record<string, string>>

const emptyPolicy = "default-src 'none'; frame-ancestors 'none'"

/** JSON and errors: never kept, never run. */
export const dataHeaders: Headers = { ...commonHeaders, 'cache-control': 'no-store', 'content-security-policy': `${emptyPolicy}; sandbox` }

/** Files: as data, but a sandboxed download is one that some browsers refuse to save. */
export const fileHeaders: Headers = { ...commonHeaders, 'cache-control': 'no-store', 'content-security-policy': emptyPolicy }

/** Files of the built apps whose name holds their hash. */
export const assetHeaders: Headers = {
  ...commonHeaders,
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': emptyPolicy,
}

/** What the manual's pages need and what is the same for everybody: a style sheet, a picture. */
export const sharedAssetHeaders: Headers = {
  ...commonHeaders,
  'cache-control': 'public, max-age=3600',
  'content-security-policy': emptyPolicy,
}

/** A page that the server writes itself, such as the manual's: it runs no script, frames nothing and sends nothing. */
export const documentHeaders = (local: boolean): Headers => ({
  ...commonHeaders,
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(local ? [] : ['upgrade-insecure-requests']),
    'report-to csp',
  ].join('; '),
  'reporting-endpoints': 'csp="/api/csp-report"',
})

/**
 * A page of an app. Mantine writes its rules into style tags, so they carry a nonce; video of a study plays on the patients'
 * site only. Mantine sets its style tags' text through innerHTML, which Trusted Types refuse without a policy: the apps
 * install a default one that lets through only text without a tag (packages/ui, content-policy.ts).
 * `upgrade-insecure-requests` is left out on localhost, which has no TLS to upgrade to.
 */
export const pageHeaders = (site: Site, nonce: string, local: boolean): Headers => ({
  ...commonHeaders,
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${site === 'staff' ? "'none'" : 'https://www.youtube-nocookie.com'}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    ...(local ? [] : ['upgrade-insecure-requests']),
    'report-to csp',
  ].join('; '),
  'reporting-endpoints': 'csp="/api/csp-report"',
})
