import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Site } from '@registry/api-contract/caller'
import { videoPlayers } from '@registry/domain/studies/video'

export type Headers = Readonly<Record<string, string>>

/** The content policies are below, because Helmet separates directives by `;` alone. Each kind of response has its own policy. */
const setHelmetHeaders = helmet({
  contentSecurityPolicy: false,
  strictTransportSecurity: { maxAge: 63_072_000 },
  xFrameOptions: { action: 'deny' },
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

/** Reads the headers from a response that is never sent. Answers to broken requests have no response object. */
const readHelmetHeaders = (): Headers => {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHelmetHeaders(request, response, () => {})
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}

/** The headers of every response (REQ-OPS-08). Helmet has no option for the last two. */
const commonHeaders: Headers = {
  ...readHelmetHeaders(),
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), browsing-topics=()',
  'x-robots-tag': 'noindex, nofollow',
}

const emptyPolicy = "default-src 'none'; frame-ancestors 'none'"

/** JSON and errors. The browser neither stores nor runs them. */
export const dataHeaders: Headers = { ...commonHeaders, 'cache-control': 'no-store', 'content-security-policy': `${emptyPolicy}; sandbox` }

/** Files. Their policy has no sandbox, because some browsers block the download of a sandboxed file. */
export const fileHeaders: Headers = { ...commonHeaders, 'cache-control': 'no-store', 'content-security-policy': emptyPolicy }

/** Files of the built apps with a hash in their name. */
export const assetHeaders: Headers = {
  ...commonHeaders,
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': emptyPolicy,
}

/** Files without a hash in their name that are the same for everybody, such as the manual's screenshots. */
export const sharedAssetHeaders: Headers = {
  ...commonHeaders,
  'cache-control': 'public, max-age=3600',
  'content-security-policy': emptyPolicy,
}

/** The service worker, which only fetches (REQ-UI-23). Each start of the browser checks whether it changed. */
export const serviceWorkerHeaders: Headers = {
  ...commonHeaders,
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}

/** The page that the service worker caches for a phone without a network, and its files. */
export const offlinePageHeaders: Headers = {
  ...commonHeaders,
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
}

/** The headers of a page, with its content policy. Localhost has no TLS to upgrade to. */
const buildPageHeaders = (policy: readonly string[], local: boolean): Headers => ({
  ...commonHeaders,
  'cache-control': 'no-store',
  'content-security-policy': ["default-src 'none'", ...policy, ...(local ? [] : ['upgrade-insecure-requests']), 'report-to csp'].join('; '),
  'reporting-endpoints': 'csp="/api/csp-report"',
})

/** A page that the server writes, such as the manual's. It runs no script. Its only form is the manual's search. */
export const documentHeaders = (local: boolean): Headers =>
  buildPageHeaders(
    [
      "style-src 'self'",
      "img-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ],
    local,
  )

const videoOrigins = Object.values(videoPlayers)
  .map(({ origin }) => origin)
  .join(' ')

/**
 * A page of an app. Mantine writes style tags, so they carry a nonce. It sets their text through innerHTML, which Trusted Types block
 * without a policy. The apps install a default policy that accepts only text without a tag (packages/ui, content-policy.ts). Only the
 * patients' site plays the video of a study (THREAT-29).
 */
export const pageHeaders = (site: Site, nonce: string, local: boolean): Headers =>
  buildPageHeaders(
    [
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      `frame-src ${site === 'staff' ? "'none'" : videoOrigins}`,
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ],
    local,
  )
