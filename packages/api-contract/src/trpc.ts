import { initTRPC, TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { mayUse, type Permission } from '@registry/domain/access/permissions'
import type { ReadScope } from '@registry/domain/access/read-trace'
import { AppError, type ErrorDetail } from '@registry/domain/error'
import { getPrincipals, type Caller } from './caller.ts'
import type { Ports } from './ports.ts'
import { appErrorFromZod } from './zod-errors.ts'

/** What every procedure declares: who may call it, under which name the log keeps it, and what of patients' data it answers with (D11). */
export type Meta = { readonly permission: Permission; readonly command: string; readonly action: string; readonly reads?: ReadScope }

/** What the server supplies to a call: the ports, and the caller of the operation that the procedure's meta names. */
export type Context = Ports & {
  readonly createCaller: (meta: Meta) => Caller
  readonly formatError: (detail: ErrorDetail) => string
  /** Told to the caller with an unexpected error, and found in the process's log. */
  readonly requestId: string
  /** Refuses every call of the request: a batch that it may not be. */
  readonly batchError?: AppError | undefined
  /** Wraps one operation: its log entry is written before the answer leaves, whatever the outcome (D11). */
  readonly withAuditEntry: <T>(caller: Caller, work: () => Promise<T>) => Promise<T>
}

/** A refusal as clients read it: stable code, sentence in the caller's language, and the same for fields (D2). */
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
    // What is no refusal is said in general words: an error's own text may hold SQL, paths or data (THREAT-38).
    errorFormatter: ({ shape, error, ctx }) => {
      const refusal = error.cause instanceof AppError ? error.cause : undefined
      const formatError = (detail: ErrorDetail): string => ctx?.formatError(detail) ?? detail.code
      const found = refusal?.detail ?? toFrameworkError(error.code, ctx?.requestId ?? '')
      const fields = Object.entries(refusal?.fields ?? {}).map(([name, detail]) => [name, formatError(detail)] as const)
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
    case 'too_many_tries':
    case 'password_stopped':
    case 'busy':
      return 'TOO_MANY_REQUESTS'
    case 'not_ready':
      return 'SERVICE_UNAVAILABLE'
    default:
      return 'BAD_REQUEST'
  }
}

const toTrpcError = (refusal: AppError): TRPCError => new TRPCError({ code: getTrpcCode(refusal.detail), cause: refusal })

/** A service's refusal, or what the input's schema found; an output that does not fit its schema is our fault, not a refusal. */
const findAppError = ({ code, cause }: TRPCError): AppError | undefined => {
  if (cause instanceof AppError) return cause
  return code === 'BAD_REQUEST' && cause instanceof ZodError ? appErrorFromZod(cause) : undefined
}

/** Begins a procedure: its permission is checked before its input is looked at, and it leaves one entry in the log. */
export const can = (permission: Permission, command: string, action = '', reads?: ReadScope) => {
  const meta: Meta = { permission, command, action, ...(reads && { reads }) }
  return t.procedure.meta(meta).use(async ({ ctx, next }) => {
    const caller = ctx.createCaller(meta)
    const answered = ctx.withAuditEntry(caller, async () => {
      if (ctx.batchError) throw toTrpcError(ctx.batchError)
      const principals = getPrincipals(caller.actor)
      if (!mayUse(principals, permission))
        throw toTrpcError(new AppError(caller.actor.kind === 'visitor' ? 'session_required' : 'permission_denied'))
      const result = await next({ ctx: { caller } })
      if (result.ok) return result
      const refusal = findAppError(result.error)
      throw refusal ? toTrpcError(refusal) : result.error
    })
    return answered.catch((error: unknown) => {
      throw error instanceof AppError ? toTrpcError(error) : error
    })
  })
}
