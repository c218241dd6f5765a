import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '@registry/domain/error'
import type { Cookies, CookieName } from '@registry/api-contract/caller'
import type { Deps } from '../app/deps.ts'
import { findPerson, isAccountId } from '../auth/account-id.ts'
import { chooseCentre } from '../auth/caller-centre.ts'
import { findSession, type KnownSession, type RequestSession } from '../auth/session.ts'
import type { SiteAddress } from './site-address.ts'

/** `__Host-` binds a cookie to this host, to TLS and to the root path. Localhost has no TLS, so it uses the plain name (REQ-ACC-17). */
const buildCookieName = (name: CookieName, { local }: SiteAddress): string => (local ? name : `__Host-${name}`)

/** 256 random bits as base64url. This server sets no other values. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/

const createCookies = (request: FastifyRequest, reply: FastifyReply, siteAddress: SiteAddress): Cookies => {
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

export type RequestContext = RequestSession & { readonly siteAddress: SiteAddress }

const contexts = new WeakMap<FastifyRequest, RequestContext>()

export const visitorSession: KnownSession = { actor: { kind: 'visitor' }, language: undefined }

/** The header in which our pages name the account that they show. Programs send none (THREAT-61). */
const accountHeader = 'x-account'

/** @throws AppError session_changed if the page and the session belong to different accounts */
const requireOwnPage = async (deps: Pick<Deps, 'keyedHash'>, request: FastifyRequest, { actor }: KnownSession): Promise<void> => {
  const named = request.headers[accountHeader]
  const person = findPerson(actor)
  if (named === undefined || !person) return
  if (!(await isAccountId(deps.keyedHash, named, person))) throw new AppError('session_changed')
}

/** The header in which a page names the patient for whom its guardian acts, or `none`. Another tab of the session may have chosen another. */
const childHeader = 'x-acting-for'

/** @throws AppError session_changed if the page shows another patient than the session acts for (THREAT-62) */
const requireShownChild = (request: FastifyRequest, { actor }: KnownSession): void => {
  const named = request.headers[childHeader]
  if (named === undefined || actor.kind === 'visitor') return
  if (named !== ((actor.kind === 'guardian' ? actor.child?.record : undefined) ?? 'none'))
    throw new AppError('session_changed', { changed: 'child' })
}

/** The header in which a page names the centre that it shows. Another tab of the session may have changed it. */
const centreHeader = 'x-centre'

/** @throws AppError permission_denied if the page shows a centre that its person no longer administers */
const actForShownCentre = (request: FastifyRequest, known: KnownSession): KnownSession => {
  const named = request.headers[centreHeader]
  if (typeof named !== 'string' || known.actor.kind !== 'staff') return known
  const actor = chooseCentre(known.actor, named)
  if (!actor) throw new AppError('permission_denied')
  return { ...known, actor }
}

export const createRequestContext = (
  deps: Pick<Deps, 'database' | 'keyedHash'>,
  request: FastifyRequest,
  reply: FastifyReply,
  siteAddress: SiteAddress,
): void => {
  const cookies = createCookies(request, reply, siteAddress)
  let found: Promise<KnownSession> | undefined
  const findOwnSession = async (): Promise<KnownSession> => {
    const token = cookies.read('sid')
    const known = (token === undefined ? undefined : await findSession(deps, token, siteAddress.site)) ?? visitorSession
    await requireOwnPage(deps, request, known)
    requireShownChild(request, known)
    return actForShownCentre(request, known)
  }
  const session = (): Promise<KnownSession> => (found ??= findOwnSession())
  contexts.set(request, { siteAddress, cookies, session })
}

export const getRequestContext = (request: FastifyRequest): RequestContext => {
  const context = contexts.get(request)
  if (!context) throw new Error('the request did not pass the request hooks')
  return context
}
