import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../app/deps.ts'
import { findPerson, hashAccountId } from '../auth/account-id.ts'
import { createCookies } from './cookies.ts'
import { chooseCentre } from '../auth/caller-centre.ts'
import { findSession, type KnownSession, type RequestSession } from '../auth/session.ts'
import type { SiteAddress } from './site-address.ts'

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
  if (named !== (await hashAccountId(deps.keyedHash, person))) throw new AppError('session_changed')
}

/** The header in which a page names the centre that it shows, because another tab of the session may have changed it. */
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
