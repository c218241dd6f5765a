import type { FastifyRequest } from 'fastify'
import type { Actor } from '@registry/api-contract/caller'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../../app/deps.ts'
import { chooseCentre } from '../../auth/caller-centre.ts'
import { findCentreActor } from '../../auth/centre-access.ts'
import { CentreCredentials } from './centre-credentials.ts'
import { parseRequest, type LegacyFields } from './fields.ts'
import { requirePermission } from './permission.ts'
import { acceptsCentres, type LegacyEndpoint } from './route.ts'
import type { FindCaller } from '../uploads.ts'
import { getRequestContext } from '../request-context.ts'

export type CallerCheck = {
  /** Finds the caller by the session and all fields (REQ-IMP-09). Returns undefined when the session decides alone. */
  readonly actor: (fields: LegacyFields) => Promise<Actor | undefined>
  /** Finds the sender of a file if the fields before the file name it (REQ-IMP-11). */
  readonly beforeFile: FindCaller
}

/** Checks the caller of a request. It verifies the password of a centre only once. */
export const createCallerCheck = (deps: Deps, endpoint: LegacyEndpoint, request: FastifyRequest): CallerCheck => {
  let checked: { readonly key: string; readonly actor: Promise<Actor> } | undefined
  const isCentrePath = acceptsCentres(endpoint)

  const verifyCentre = (fields: LegacyFields): Promise<Actor> => {
    const { centerCode: code, centerPwd: password } = parseRequest(CentreCredentials, fields)
    const key = JSON.stringify([code, password])
    if (checked?.key !== key) checked = { key, actor: findCentreActor(deps, request.ip, getRequestContext(request), { code, password }) }
    return checked.actor
  }

  const mayComeLater = (fields: LegacyFields): boolean => {
    if (!isCentrePath) return false
    const { centerCode, centerPwd } = parseRequest(CentreCredentials, fields)
    return centerCode === undefined || centerPwd === undefined
  }

  const beforeFile: FindCaller = async (fields) => {
    const { actor: visitor } = await getRequestContext(request).session()
    if (visitor.kind === 'visitor' && mayComeLater(fields)) return undefined
    const actor = isCentrePath ? await verifyCentre(fields) : visitor
    for (const { meta } of endpoint.operations) requirePermission({ actor }, meta)
    return actor.kind === 'visitor' ? undefined : actor
  }

  /** On other paths a CenterAdmin of several centres may name another one than that of the session (REQ-IMP-09). */
  const findNamedCentre = async ({ centerCode }: LegacyFields): Promise<Actor | undefined> => {
    if (typeof centerCode !== 'string' || centerCode === '') return undefined
    return chooseCentre((await getRequestContext(request).session()).actor, centerCode)
  }

  /** @throws AppError basic_authentication_unused for a program that sends code and password in a header */
  const findActor = async (fields: LegacyFields): Promise<Actor | undefined> => {
    if (!isCentrePath) return findNamedCentre(fields)
    const actor = await verifyCentre(fields)
    if (actor.kind === 'visitor' && /^basic\s/i.test(request.headers.authorization ?? '')) throw new AppError('basic_authentication_unused')
    return actor
  }

  return { actor: findActor, beforeFile }
}
