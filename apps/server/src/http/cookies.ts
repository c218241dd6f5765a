import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cookies, CookieName } from '@registry/api-contract/caller'
import type { SiteAddress } from './site-address.ts'

/** `__Host-` binds a cookie to this host, to TLS and to the root path. Localhost has no TLS, so it uses the plain name (REQ-ACC-17). */
const buildCookieName = (name: CookieName, { local }: SiteAddress): string => (local ? name : `__Host-${name}`)

/** 256 random bits as base64url. This server sets no other values. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/

export const createCookies = (request: FastifyRequest, reply: FastifyReply, siteAddress: SiteAddress): Cookies => {
  const options = { path: '/', httpOnly: true, secure: !siteAddress.local, sameSite: 'strict' } as const
  return {
    read: (name) => {
      const value = request.cookies[buildCookieName(name, siteAddress)]
      return value !== undefined && tokenShape.test(value) ? value : undefined
    },
    set: (name, value, maxAgeSeconds) => {
      void reply.setCookie(
        buildCookieName(name, siteAddress),
        value,
        maxAgeSeconds === undefined ? options : { ...options, maxAge: maxAgeSeconds },
      )
    },
    clear: (name) => {
      void reply.clearCookie(buildCookieName(name, siteAddress), options)
    },
  }
}
