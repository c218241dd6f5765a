import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cookies } from '@registry/api-contract/caller'
import type { Deps } from '../deps.ts'
import { cookieJar } from './cookies.ts'
import { findSession, type KnownSession } from '../auth/session.ts'
import type { Place } from './site.ts'

/** What one request is before anything is asked of it: where it came, with which cookies, and whose they are. */
export type Visit = {
  readonly place: Place
  readonly jar: Cookies
  /** The person behind the session cookie, looked up at most once; a visitor without one costs no query. */
  session(): Promise<KnownSession>
}

const visits = new WeakMap<FastifyRequest, Visit>()

const nobody: KnownSession = { actor: { kind: 'visitor' }, language: undefined }

export const openVisit = (deps: Pick<Deps, 'database'>, request: FastifyRequest, reply: FastifyReply, place: Place): void => {
  const jar = cookieJar(request, reply, place)
  let found: Promise<KnownSession> | undefined
  const session = (): Promise<KnownSession> => {
    const token = jar.read('sid')
    found ??= token === undefined ? Promise.resolve(nobody) : findSession(deps, token, place.site).then((known) => known ?? nobody)
    return found
  }
  visits.set(request, { place, jar, session })
}

export const visitOf = (request: FastifyRequest): Visit => {
  const visit = visits.get(request)
  if (!visit) throw new Error('the request did not pass the request hooks')
  return visit
}
