import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cookies, CookieName } from '@registry/api-contract/caller'
import type { Place } from './site.ts'

/** `__Host-` binds a cookie to this host, to TLS and to the whole path; only localhost, which has no TLS, does without (D6). */
const nameOf = (name: CookieName, { local }: Place): string => (local ? name : `__Host-${name}`)

/** 256 random bits as base64url; whatever else a cookie holds is not ours. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/

export const cookieJar = (request: FastifyRequest, reply: FastifyReply, place: Place): Cookies => {
  const options = { path: '/', httpOnly: true, secure: !place.local, sameSite: 'strict' } as const
  return {
    read: (name) => {
      const value = request.cookies[nameOf(name, place)]
      return value !== undefined && tokenShape.test(value) ? value : undefined
    },
    set: (name, value, maxAgeSeconds) => {
      void reply.setCookie(nameOf(name, place), value, maxAgeSeconds === undefined ? options : { ...options, maxAge: maxAgeSeconds })
    },
    clear: (name) => {
      void reply.clearCookie(nameOf(name, place), options)
    },
  }
}
