import { initTRPC, TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { mayUse, type Permission } from '@registry/domain/access/permissions'
import type { ReadScope } from '@registry/domain/access/read-trace'
import { Refusal, type Fault } from '@registry/domain/fault'
import { principalsOf, type Caller } from './caller.ts'
import type { Ports } from './ports.ts'
import { refusalOfZod } from './zod-faults.ts'

/** What every procedure declares: who may call it, under which name the log keeps it, and what of patients' data it answers with (D11). */
export type Meta = { readonly permission: Permission; readonly command: string; readonly action: string; readonly reads?: ReadScope }

/** What the server supplies to a call: the ports, and the caller of the operation that the procedure's meta names. */
export type Context = Ports & {
  readonly caller: (meta: Meta) => Caller
  readonly say: (fault: Fault) => string
  /** Told to the caller with an unexpected error, and found in the process's log. */
  readonly requestId: string
  /** Refuses every call of the request: a batch that it may not be. */
  readonly refusal?: Refusal | undefined
  /** Wraps one operation: its log entry is written before the answer leaves, whatever the outcome (D11). */
  readonly logged: <T>(by: Caller, work: () => Promise<T>) => Promise<T>
}

/** A refusal as clients read it: stable code, sentence in the caller's language, and the same for fields (D2). */
export type SpokenFault = { code: string; message: string; fields: Record<string, string> }

const frameworkFault = (code: TRPCError['code'], requestId: string): Fault => {
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
    // What is no refusal is said in general words: an error's own text may hold SQL, paths or data (security.md T38).
    errorFormatter: ({ shape, error, ctx }) => {
      const refusal = error.cause instanceof Refusal ? error.cause : undefined
      const say = (fault: Fault): string => ctx?.say(fault) ?? fault.code
      const faultFound = refusal?.fault ?? frameworkFault(error.code, ctx?.requestId ?? '')
      const fields = Object.entries(refusal?.fields ?? {}).map(([name, fault]) => [name, say(fault)] as const)
      const fault: SpokenFault = { code: faultFound.code, message: say(faultFound), fields: Object.fromEntries(fields) }
      return { ...shape, message: fault.message, data: { code: shape.data.code, httpStatus: shape.data.httpStatus, fault } }
    },
  })

export const { router } = t

const refusalCode = (fault: Fault): TRPCError['code'] => {
  switch (fault.code) {
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

const asTrpcError = (refusal: Refusal): TRPCError => new TRPCError({ code: refusalCode(refusal.fault), cause: refusal })

/** A service's refusal, or what the input's schema found; an output that does not fit its schema is our fault, not a refusal. */
const refusalOf = ({ code, cause }: TRPCError): Refusal | undefined => {
  if (cause instanceof Refusal) return cause
  return code === 'BAD_REQUEST' && cause instanceof ZodError ? refusalOfZod(cause) : undefined
}

/** Begins a procedure: its permission is checked before its input is looked at, and it leaves one entry in the log. */
export const can = (permission: Permission, command: string, action = '', reads?: ReadScope) => {
  const meta: Meta = { permission, command, action, ...(reads && { reads }) }
  return t.procedure.meta(meta).use(async ({ ctx, next }) => {
    const by = ctx.caller(meta)
    const answered = ctx.logged(by, async () => {
      if (ctx.refusal) throw asTrpcError(ctx.refusal)
      const principals = principalsOf(by.actor)
      if (!mayUse(principals, permission))
        throw asTrpcError(new Refusal(by.actor.kind === 'visitor' ? 'session_required' : 'permission_denied'))
      const result = await next({ ctx: { by } })
      if (result.ok) return result
      const refusal = refusalOf(result.error)
      throw refusal ? asTrpcError(refusal) : result.error
    })
    return answered.catch((error: unknown) => {
      throw error instanceof Refusal ? asTrpcError(error) : error
    })
  })
}
