import { initTRPC, TRPCError } from '@trpc/server'
import { z, ZodError } from 'zod'
import { mayUse, type Permission } from '@registry/domain/access/permissions'
import type { ReadScope } from '@registry/domain/access/read-trace'
import { AppError, type ErrorDetail } from '@registry/domain/error'
import { getPrincipals, type Caller } from './caller.ts'
import { appErrorFromZod } from './zod-errors.ts'

/** The declaration of a procedure: permission, name in the audit log, and scope of the patients' data that it returns. */
export type Meta = { readonly permission: Permission; readonly command: string; readonly action: string; readonly reads?: ReadScope }

/** Calls the service function of a procedure by its path, such as `savedFilters.list`. */
export type CallService = (path: string, caller: Caller, input: unknown, signal: AbortSignal | undefined) => Promise<unknown>

/** The context that the server gives to a call. */
export type Context = {
  readonly callService: CallService
  readonly createCaller: (meta: Meta) => Caller
  readonly formatError: (detail: ErrorDetail) => string
  /** The caller sees it with an unexpected error, and the process log contains it. */
  readonly requestId: string
  /** Error of a forbidden batch, or of a page of another account (THREAT-61). It rejects every call of the request. */
  readonly requestError?: AppError | undefined
  /** Runs one operation and writes its audit entry before the response is sent, even after an error (REQ-ADM-02). */
  readonly withAuditEntry: <T>(caller: Caller, work: () => Promise<T>) => Promise<T>
}

/** An error for clients: stable code, message in the caller's language, and messages by field. */
export type LocalizedError = { code: string; message: string; fields: Record<string, string> }

const toFrameworkError = (code: TRPCError['code'], requestId: string): ErrorDetail => {
  switch (code) {
    case 'NOT_FOUND':
      return { code: 'path_unknown' }
    case 'METHOD_NOT_SUPPORTED':
      return { code: 'method_wrong' }
    case 'UNSUPPORTED_MEDIA_TYPE':
      return { code: 'body_type_wrong' }
    case 'BAD_REQUEST':
    case 'PARSE_ERROR':
      return { code: 'body_unreadable' }
    default:
      return { code: 'unexpected', params: { requestId } }
  }
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    // An unexpected error gets a general message, because its text can contain SQL, paths or data (THREAT-38).
    errorFormatter: ({ shape, error, ctx }) => {
      const appError = error.cause instanceof AppError ? error.cause : undefined
      const formatError = (detail: ErrorDetail): string => ctx?.formatError(detail) ?? detail.code
      const found = appError?.detail ?? toFrameworkError(error.code, ctx?.requestId ?? '')
      const fields = Object.entries(appError?.fields ?? {}).map(([name, detail]) => [name, formatError(detail)] as const)
      const detail: LocalizedError = { code: found.code, message: formatError(found), fields: Object.fromEntries(fields) }
      return { ...shape, message: detail.message, data: { code: shape.data.code, httpStatus: shape.data.httpStatus, detail } }
    },
  })

export const { router } = t

const getTrpcCode = (detail: ErrorDetail): TRPCError['code'] => {
  switch (detail.code) {
    case 'session_required':
      return 'UNAUTHORIZED'
    case 'permission_denied':
      return 'FORBIDDEN'
    case 'not_found':
      return 'NOT_FOUND'
    case 'too_many_attempts':
    case 'password_stopped':
    case 'busy':
      return 'TOO_MANY_REQUESTS'
    case 'not_ready':
      return 'SERVICE_UNAVAILABLE'
    default:
      return 'BAD_REQUEST'
  }
}

const toTrpcError = (error: AppError): TRPCError => new TRPCError({ code: getTrpcCode(error.detail), cause: error })

/** Returns the error of a service or of the input schema. An invalid output is an unexpected error and gives none. */
const findAppError = ({ code, cause }: TRPCError): AppError | undefined => {
  if (cause instanceof AppError) return cause
  return code === 'BAD_REQUEST' && cause instanceof ZodError ? appErrorFromZod(cause) : undefined
}

type Declaration = {
  readonly permission: Permission
  /** Command and action of the audit entry. */
  readonly audit: readonly [command: string, action?: string]
  /** Scope of the patients' data that the answer contains. */
  readonly reads?: ReadScope
}

/** Checks the permission before the input and writes one audit entry (REQ-ADM-01). */
const authorise = ({ permission, audit: [command, action = ''], reads }: Declaration) => {
  const meta: Meta = { permission, command, action, ...(reads && { reads }) }
  return t.procedure.meta(meta).use(async ({ ctx, next }) => {
    const caller = ctx.createCaller(meta)
    const result = ctx.withAuditEntry(caller, async () => {
      if (ctx.requestError) throw toTrpcError(ctx.requestError)
      const principals = getPrincipals(caller.actor)
      if (!mayUse(principals, permission))
        throw toTrpcError(new AppError(caller.actor.kind === 'visitor' ? 'session_required' : 'permission_denied'))
      const response = await next({ ctx: { caller } })
      if (response.ok) return response
      const appError = findAppError(response.error)
      throw appError ? toTrpcError(appError) : response.error
    })
    return result.catch((error: unknown) => {
      throw error instanceof AppError ? toTrpcError(error) : error
    })
  })
}

type Call = {
  readonly ctx: Pick<Context, 'callService'> & { readonly caller: Caller }
  readonly path: string
  readonly input: unknown
  readonly signal: AbortSignal | undefined
}

/** Calls the service. An answer that the schema does not accept is an unexpected error. */
const resolve =
  <Output extends z.ZodType>(output: Output) =>
  async ({ ctx, path, input, signal }: Call): Promise<z.output<Output>> =>
    output.parse(await ctx.callService(path, ctx.caller, input, signal))

const noInput = z.custom<void>()

/** Declares a procedure: `procedure({ permission, audit, reads }).input(Input).query(Output)`. The server's service implements it. */
export const procedure = (declaration: Declaration) => {
  const authorised = authorise(declaration)
  return {
    query: <Output extends z.ZodType>(output: Output) =>
      Object.assign(authorised.query(resolve(output)), { schemas: { input: noInput, output } }),
    mutation: <Output extends z.ZodType>(output: Output) =>
      Object.assign(authorised.mutation(resolve(output)), { schemas: { input: noInput, output } }),
    input: <Input extends z.ZodType>(input: Input) => {
      const builder = authorised.input(input)
      return {
        query: <Output extends z.ZodType>(output: Output) => Object.assign(builder.query(resolve(output)), { schemas: { input, output } }),
        mutation: <Output extends z.ZodType>(output: Output) =>
          Object.assign(builder.mutation(resolve(output)), { schemas: { input, output } }),
      }
    },
  }
}
