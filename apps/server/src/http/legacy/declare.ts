import type { AnyProcedure, inferProcedureInput, inferProcedureOutput } from '@trpc/server'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { appRouter, type AppRouter } from '@registry/api-contract/app-router'
import type { Caller } from '@registry/api-contract/caller'
import type { Meta } from '@registry/api-contract/trpc'
import { AppError, type ErrorDetail } from '@registry/domain/error'
import { isFileResponse, type FileResponse } from '../downloads.ts'
import { toAppError } from '../../shared/errors/to-app-error.ts'
import type { UploadedFile } from '../uploads.ts'
import { parseRequest } from './fields.ts'
import { requirePermission } from './permission.ts'
import type { LegacyCall, LegacyRoute } from './route.ts'
import { withProgress, type UploadCall } from './upload-call.ts'

type Described = 'method' | 'path' | 'summary' | 'errors' | 'example'
type Optional = 'action' | 'centre' | 'headers' | 'files' | 'descriptions' | 'patterns'

/** The common part of every declaration. `response` describes the fields in addition to `success`. */
type Declaration<Request extends z.ZodObject, Response extends z.ZodObject> = Pick<LegacyRoute, Described> &
  Partial<Pick<LegacyRoute, Optional>> & { readonly request: Request; readonly response: Response }

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T
type Answer<Response extends z.ZodObject> = DeepReadonly<z.output<Response>>

const withSuccess = ({ shape, def: { catchall } }: z.ZodObject): z.ZodObject => {
  const response = z.object({ success: z.literal(true), ...shape })
  return catchall ? response.catchall(catchall) : response
}

const completeRoute = (
  declaration: Declaration<z.ZodObject, z.ZodObject>,
  work: Pick<LegacyRoute, 'meta' | 'run' | 'upload'>,
): LegacyRoute => {
  const { method, path, action = '', centre = false, headers = {}, summary } = declaration
  const { request, response, files = [], errors, descriptions = {}, patterns = {}, example } = declaration
  const documented = { summary, request, response: withSuccess(response), files, errors, descriptions, patterns, example }
  return { method, path, action, centre, headers, ...documented, ...work }
}

/** Returns a function that writes a response as JSON. It never sends fields that the schema does not name. */
const createSerializer = ({ method, path, response }: Declaration<z.ZodObject, z.ZodObject>) => {
  const serialize = serializerCompiler({ schema: withSuccess(response), method, url: path })
  return (answer: object): string => serialize({ success: true, ...answer })
}

const findProcedurePath = (procedure: AnyProcedure): string => {
  const found = Object.entries<unknown>(appRouter._def.procedures).find(([, candidate]) => candidate === procedure)
  if (!found) throw new Error('the procedure of a legacy path is not in the router')
  return found[0]
}

/** The legacy names of a procedure's fields, where they differ. */
type FieldNames = Readonly<Record<string, string>>

/** Gives failing fields their legacy names. The first error inside a field is the error of the field (REQ-API-02). */
const renameErrorFields = (error: unknown, names: FieldNames): unknown => {
  const appError = toAppError(error)
  if (!appError || Object.keys(appError.fields).length === 0) return error
  const errors = new Map<string, ErrorDetail>()
  for (const [path, detail] of Object.entries(appError.fields)) {
    const field = path.split('.')[0] ?? path
    const name = names[path] ?? names[field] ?? field
    if (!errors.has(name)) errors.set(name, detail)
  }
  const { code, params } = appError.detail
  return new AppError(code, params, Object.fromEntries(errors), appError.namesFields)
}

type ProcedureRoute<P extends AnyProcedure, Request extends z.ZodObject, Response extends z.ZodObject> = Declaration<Request, Response> & {
  readonly procedure: (api: AppRouter) => P
  readonly toInput: (request: z.output<Request>) => inferProcedureInput<P>
  readonly toResponse: (output: inferProcedureOutput<P>, call: LegacyCall) => Answer<Response>
  readonly fieldNames?: FieldNames
}

/** Declares the old path of a procedure, which gives the permission, the audit name and the checks. Only the names differ. */
export const legacyRoute = <P extends AnyProcedure & { readonly meta: Meta }, Request extends z.ZodObject, Response extends z.ZodObject>(
  declaration: ProcedureRoute<P, Request, Response>,
): LegacyRoute => {
  const { request, toInput, toResponse, fieldNames = {} } = declaration
  const procedure = declaration.procedure(appRouter)
  const path = findProcedurePath(procedure)
  const serialize = createSerializer(declaration)
  const run: LegacyRoute['run'] = async (call) => {
    const { context: ctx, signal } = call
    // The procedure reads its input after it has checked the permission.
    const getRawInput = async (): Promise<unknown> => toInput(parseRequest(request, call.fields))
    try {
      const output = await procedure({ ctx, getRawInput, path, type: procedure._def.type, signal, batchIndex: 0 })
      return serialize(toResponse(output, call))
    } catch (error) {
      throw renameErrorFields(error, fieldNames)
    }
  }
  return completeRoute(declaration, { meta: procedure.meta, run })
}

export const noInput = (): undefined => undefined
export const noFields = (): Record<string, never> => ({})

type OperationDeclaration<Request extends z.ZodObject = z.ZodObject, Response extends z.ZodObject = z.ZodObject> = Declaration<
  Request,
  Response
> &
  Pick<Meta, 'permission' | 'command' | 'reads'>

type OperationRoute<Request extends z.ZodObject, Response extends z.ZodObject, Call> = OperationDeclaration<Request, Response> & {
  readonly fieldNames?: FieldNames
  readonly handle: (caller: Caller, request: z.output<Request>, call: Call) => Promise<Answer<Response> | FileResponse>
}

type Work<Call> = (caller: Caller, call: Call) => Promise<object>

/** Completes an operation that is not a procedure: its permission is checked and its audit entry written as for procedures (REQ-ADM-01). */
const completeOperation = (declaration: OperationDeclaration, upload: string | undefined, work: Work<LegacyCall>): LegacyRoute => {
  const { permission, command, action = '', reads } = declaration
  const meta: Meta = { permission, command, action, ...(reads && { reads }) }
  const serialize = createSerializer(declaration)
  const run: LegacyRoute['run'] = (call) => {
    const caller = call.context.createCaller(meta)
    return call.context.withAuditEntry(caller, async () => {
      requirePermission(caller, meta)
      const answer = await work(caller, call)
      return isFileResponse(answer) ? answer : serialize(answer)
    })
  }
  return completeRoute(declaration, { meta, run, upload })
}

/** Declares a legacy path that no procedure serves. `command` is its name in the audit log. */
export const legacyOperation = <Request extends z.ZodObject, Response extends z.ZodObject>(
  declaration: OperationRoute<Request, Response, LegacyCall>,
): LegacyRoute =>
  completeOperation(declaration, undefined, async (caller, call) => {
    const request = parseRequest(declaration.request, call.fields)
    try {
      return await declaration.handle(caller, request, call)
    } catch (error) {
      throw renameErrorFields(error, declaration.fieldNames ?? {})
    }
  })

/** A part without a file name arrives as a field. */
const requireFile = ({ file, fields }: LegacyCall, name: string): UploadedFile => {
  if (file) return file
  const code = Object.hasOwn(fields, name) ? 'upload_name_missing' : 'file_required'
  throw new AppError(code, undefined, { [name]: { code } })
}

/** Declares a legacy path that receives a file. `upload` is the usual name of the file; callers may use any name. */
export const legacyUpload = <Request extends z.ZodObject, Response extends z.ZodObject>(
  declaration: OperationRoute<Request, Response, UploadCall> & { readonly upload: string },
): LegacyRoute =>
  completeOperation(declaration, declaration.upload, async (caller, call) => {
    const file = requireFile(call, declaration.upload)
    const request = parseRequest(declaration.request, call.fields)
    return withProgress(caller, { ...call, file }, (upload) => declaration.handle(caller, request, upload))
  })
