import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context, Meta } from '@registry/api-contract/trpc'
import { AppError } from '@registry/domain/error'
import type { ErrorCode } from '@registry/domain/error-messages'
import type { Language } from '@registry/domain/language'
import type { Deps } from '../../app/deps.ts'
import type { MessageText } from '../../shared/messages.ts'
import type { FileResponse } from '../downloads.ts'
import type { Headers } from '../headers.ts'
import type { UploadedFile } from '../uploads.ts'
import { parseRequest, text, type LegacyFields } from './fields.ts'

/** One legacy request. `signal` aborts when the client disconnects. */
export type LegacyCall = {
  readonly deps: Deps
  readonly fields: LegacyFields
  /** The uploaded file, on paths made by `legacyUpload`; it is removed when the operation ends. */
  readonly file: UploadedFile | undefined
  readonly language: Language
  readonly context: Context
  readonly request: FastifyRequest
  readonly signal: AbortSignal
}

export type LegacyResponse = string | FileResponse

export type LegacyMethod = 'GET' | 'POST'

/** A call that a reader can try: it `opens` a session, `uses` one, or needs none. A file is sent as multipart. */
export type Example = {
  readonly session?: 'opens' | 'uses'
  readonly fields: Readonly<Record<string, string>>
  readonly file?: readonly [field: string, name: string]
}

/** One operation of a legacy path: its implementation and its description in the OpenAPI document. */
export type LegacyRoute = {
  readonly method: LegacyMethod
  /** The path below /api. */
  readonly path: string
  /** The value of the field `action` that selects this operation; empty where the path has one operation only. */
  readonly action: string
  readonly meta: Meta
  /** The usual name of the file of a request. The file waits on disk until the caller is known (REQ-IMP-11). */
  readonly upload?: string | undefined
  /** Accepts the program of a centre, which has `centerCode` and `centerPwd` instead of a session (REQ-IMP-09). */
  readonly centre: boolean
  readonly headers: Headers
  readonly run: (call: LegacyCall) => Promise<LegacyResponse>
  readonly summary: MessageText
  readonly request: z.ZodObject
  /** The whole response, with `success`. */
  readonly response: z.ZodObject
  /** The media types of a file response. */
  readonly files: readonly string[]
  /** Errors of this operation, in addition to those of every operation. */
  readonly errors: readonly ErrorCode[]
  /** Fields whose meaning differs from the shared one. */
  readonly descriptions: Readonly<Record<string, MessageText>>
  /** Placeholders of many fields, such as `{nome_campo}`: the schema of each field, and the pattern of their names. */
  readonly patterns: Readonly<Record<string, { readonly names: string; readonly schema: z.ZodType }>>
  readonly example: Example
}

/** All operations of one address. */
export type LegacyEndpoint = {
  readonly method: LegacyMethod
  readonly path: string
  readonly operations: readonly LegacyRoute[]
}

/** Groups the operations by method and path. */
export const listEndpoints = (routes: readonly LegacyRoute[]): LegacyEndpoint[] =>
  [...Map.groupBy(routes, ({ method, path }) => `${method} ${path}`).values()].flatMap((operations) => {
    const [first] = operations
    return first ? [{ method: first.method, path: first.path, operations }] : []
  })

export const takesFile = ({ operations }: LegacyEndpoint): boolean => operations.some(({ upload }) => upload !== undefined)
export const acceptsCentres = ({ operations }: LegacyEndpoint): boolean => operations.some(({ centre }) => centre)

const ActionField = z.object({ action: text(z.string()) })

/** Finds the operation that a request selects. @throws AppError action_unknown */
export const findOperation = ({ operations }: LegacyEndpoint, fields: LegacyFields): LegacyRoute => {
  const only = operations.find(({ action }) => action === '')
  if (only) return only
  const { action } = parseRequest(ActionField, fields)
  const found = operations.find((operation) => operation.action === action)
  if (!found) throw new AppError('action_unknown')
  return found
}

/** A legacy operation as the contract print shows it. */
export type LegacyPath = { readonly method: LegacyMethod; readonly path: string; readonly action: string } & Meta

export const listLegacyPaths = (routes: readonly LegacyRoute[]): LegacyPath[] =>
  routes.map(({ method, path, action, meta }) => ({ ...meta, method, path, action }))
