import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { createCookies } from './cookies.ts'
import { findSession, type KnownSession, type RequestSession } from '../auth/session.ts'
import type { SiteAddress } from './site-address.ts'

/** The site, the cookies and the session of one request. */
export type RequestContext = RequestSession & { readonly siteAddress: SiteAddress }

const contexts = new WeakMap<FastifyRequest, RequestContext>()

const visitorSession: KnownSession = { actor: { kind: 'visitor' }, language: undefined }

export const createRequestContext = (
  deps: Pick<Deps, 'database'>,
  request: FastifyRequest,
  reply: FastifyReply,
  siteAddress: SiteAddress,
): void => {
  const cookies = createCookies(request, reply, siteAddress)
  let found: Promise<KnownSession> | undefined
  const session = (): Promise<KnownSession> => {
    const token = cookies.read('sid')
    found ??=
      token === undefined
        ? Promise.resolve(visitorSession)
        : findSession(deps, token, siteAddress.site).then((known) => known ?? visitorSession)
    return found
  }
  contexts.set(request, { siteAddress, cookies, session })
}

export const getRequestContext = (request: FastifyRequest): RequestContext => {
  const context = contexts.get(request)
  if (!context) throw new Error('the request did not pass the request hooks')
  return context
}
