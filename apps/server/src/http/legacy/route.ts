import type { AnyProcedure, inferProcedureInput, inferProcedureOutput } from '@trpc/server'
import type { FastifyRequest } from 'fastify'
import { appRouter, type AppRouter } from '@registry/api-contract/app-router'
import { getPrincipals, type Caller } from '@registry/api-contract/caller'
import type { Context, Meta } from '@registry/api-contract/trpc'
import { mayUse } from '@registry/domain/access/permissions'
import { AppError, type ErrorDetail } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import type { FileResponse } from '../downloads.ts'
import type { Deps } from '../../deps.ts'
import { toAppError } from '../errors.ts'
import type { Headers } from '../headers.ts'
import type { LegacyFields } from './fields.ts'
import type { UploadedFile } from '../uploads.ts'

/** One legacy request on its way to an operation. `signal` ends when the client leaves. */
export type LegacyCall = {
  readonly deps: Deps
  readonly fields: LegacyFields
  /** The file that came with it, on paths made by `upload`; it is removed when the operation ends. */
  readonly file: UploadedFile | undefined
  readonly language: Language
  readonly context: Context
  readonly request: FastifyRequest
  readonly signal: AbortSignal
}

/** The fields beside `success: true`, or a file (D2). */
export type LegacyResponse = Readonly<Record<string, unknown>> | FileResponse

/** What a legacy path does: under which permission and name, and how. */
export type LegacyOperation = { readonly meta: Meta; readonly run: (call: LegacyCall) => Promise<LegacyResponse> }

export type LegacyMethod = 'GET' | 'POST'
/** A path below /api. `actions` holds the operation for each value of the field `action`, or under '' the only one. */
export type LegacyRoute = {
  readonly method: LegacyMethod
  readonly path: string
  readonly actions: Readonly<Record<string, LegacyOperation>>
  /** The request carries a file, which waits on disk until the caller is known (D3). */
  readonly upload: boolean
  /** A centre's program may come without a session, with `centerCode` and `centerPwd` (D3). */
  readonly centre: boolean
  /** What the browser is told beside the answer. */
  readonly headers?: Headers
}

export const noInput = (): undefined => undefined

const findProcedurePath = (procedure: AnyProcedure): string => {
  const found = Object.entries<unknown>(appRouter._def.procedures).find(([, candidate]) => candidate === procedure)
  if (!found) throw new Error('an alias names a procedure that the router does not hold')
  return found[0]
}

/** The caller's names of a procedure's fields, where they differ. */
export type LegacyNames = Readonly<Record<string, string>>

/** Names failing fields as the caller does: what lies inside a field stands at that field, with its first fault (D2). */
const renameErrorFields = (error: unknown, names: LegacyNames): unknown => {
  const refusal = toAppError(error)
  if (!refusal || Object.keys(refusal.fields).length === 0) return error
  const errors = new Map<string, ErrorDetail>()
  for (const [path, detail] of Object.entries(refusal.fields)) {
    const field = path.split('.')[0] ?? path
    const name = names[field] ?? field
    if (!errors.has(name)) errors.set(name, detail)
  }
  const { code, params } = refusal.detail
  return new AppError(code, params, Object.fromEntries(errors))
}

/**
 * The old address of a procedure: the same permission, validation, log entry and output; only the spelling differs.
 * `fromLegacy` takes out of the fields what the procedure wants, `toLegacy` names what it answers, `names` the fields that fail.
 */
export const alias = <P extends AnyProcedure & { readonly meta: Meta }>(
  pick: (api: AppRouter) => P,
  fromLegacy: (fields: LegacyFields, call: LegacyCall) => inferProcedureInput<P>,
  toLegacy: (output: inferProcedureOutput<P>, call: LegacyCall) => Readonly<Record<string, unknown>> = () => ({}),
  names: LegacyNames = {},
): LegacyOperation => {
  const procedure = pick(appRouter)
  const path = findProcedurePath(procedure)
  const run: LegacyOperation['run'] = async (call) => {
    const getRawInput = async (): Promise<unknown> => fromLegacy(call.fields, call)
    try {
      const output = await procedure({
        ctx: call.context,
        getRawInput,
        path,
        type: procedure._def.type,
        signal: call.signal,
        batchIndex: 0,
      })
      return toLegacy(output, call)
    } catch (error) {
      throw renameErrorFields(error, names)
    }
  }
  return { meta: procedure.meta, run }
}

/** A caller's operation that is no procedure: files in and out. Its permission is checked and its entry written as a procedure's. */
export const operation = (meta: Meta, work: (caller: Caller, call: LegacyCall) => Promise<LegacyResponse>): LegacyOperation => ({
  meta,
  run: (call) => {
    const caller = call.context.createCaller(meta)
    return call.context.withAuditEntry(caller, async () => {
      requirePermission(caller, meta)
      return work(caller, call)
    })
  },
})

/** Refuses a caller who may not: without a session as `session_required`, otherwise as `permission_denied` (D2). */
export const requirePermission = (caller: Pick<Caller, 'actor'>, { permission }: Pick<Meta, 'permission'>): void => {
  if (mayUse(getPrincipals(caller.actor), permission)) return
  throw new AppError(caller.actor.kind === 'visitor' ? 'session_required' : 'permission_denied')
}

const defaults = { upload: false, centre: false } as const

/** A path with one operation. */
export const single = (method: LegacyMethod, path: string, only: LegacyOperation): LegacyRoute => ({
  method,
  path,
  actions: { '': only },
  ...defaults,
})

/** A path whose field `action` says which operation is meant. */
export const byAction = (method: LegacyMethod, path: string, actions: Readonly<Record<string, LegacyOperation>>): LegacyRoute => ({
  method,
  path,
  actions,
  ...defaults,
})

/** A path that takes a file. */
export const upload = (path: string, only: LegacyOperation): LegacyRoute => ({ ...single('POST', path, only), upload: true })

/** Opens a path to the centres' programs too (D3). */
export const forCentres = (route: LegacyRoute): LegacyRoute => ({ ...route, centre: true })

/** The file of a call, which the caller's documents name so. @throws AppError file_required */
export const requireFile = ({ file }: Pick<LegacyCall, 'file'>, name: string): UploadedFile => {
  if (!file) throw new AppError('file_required', undefined, { [name]: { code: 'file_required' } })
  return file
}

/** Which operation of a path a request means. */
export const findOperation = (route: LegacyRoute, fields: LegacyFields): LegacyOperation => {
  const action = '' in route.actions ? '' : (fields.text('action') ?? '')
  const found = Object.hasOwn(route.actions, action) ? route.actions[action] : undefined
  if (!found) throw new AppError('action_unknown')
  return found
}

/** What the contract print and the OpenAPI document know of a legacy path. */
export type LegacyPath = { readonly method: LegacyMethod; readonly path: string; readonly action: string } & Meta

/** How tests and documents call a legacy path. */
export const formatPathName = ({ method, path, action }: Pick<LegacyPath, 'method' | 'path' | 'action'>): string =>
  `${method} ${path} ${action}`.trim()

export const listLegacyPaths = (routes: readonly LegacyRoute[]): LegacyPath[] =>
  routes.flatMap(({ method, path, actions }) => Object.entries(actions).map(([action, { meta }]) => ({ method, path, ...meta, action })))
