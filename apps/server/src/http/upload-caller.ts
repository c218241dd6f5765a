import type { FastifyRequest } from 'fastify'
import type { Actor } from '@registry/api-contract/caller'
import type { Deps } from '../deps.ts'
import { findCentreActor } from '../auth/centre-access.ts'
import type { LegacyFields } from './legacy/fields.ts'
import { requirePermission, type LegacyRoute } from './legacy/route.ts'
import type { FindCaller } from './uploads.ts'
import { getRequestContext } from './request-context.ts'

export type CallerCheck = {
  /** Finds the caller by the session and all fields (REQ-IMP-09). Returns undefined when the session decides alone. */
  readonly actor: (fields: LegacyFields) => Promise<Actor | undefined>
  /** Finds the sender of a file if the fields before the file name it (REQ-IMP-11). */
  readonly beforeFile: FindCaller
}

/** Checks the caller of a request. It verifies the password of a centre only once. */
export const createCallerCheck = (deps: Deps, route: LegacyRoute, request: FastifyRequest): CallerCheck => {
  let checked: { readonly key: string; readonly actor: Promise<Actor> } | undefined

  const verifyCentre = (fields: LegacyFields): Promise<Actor> => {
    const key = JSON.stringify([fields.text('centerCode'), fields.text('centerPwd')])
    if (checked?.key !== key) checked = { key, actor: findCentreActor(deps, request.ip, getRequestContext(request), fields) }
    return checked.actor
  }

  const beforeFile: FindCaller = async (fields) => {
    const { actor: visitor } = await getRequestContext(request).session()
    const mayComeLater = route.centre && (fields.text('centerCode') === undefined || fields.text('centerPwd') === undefined)
    if (visitor.kind === 'visitor' && mayComeLater) return undefined
    const actor = route.centre ? await verifyCentre(fields) : visitor
    for (const { meta } of Object.values(route.actions)) requirePermission({ actor }, meta)
    return actor.kind === 'visitor' ? undefined : actor
  }

  return { actor: async (fields) => (route.centre ? verifyCentre(fields) : undefined), beforeFile }
}
