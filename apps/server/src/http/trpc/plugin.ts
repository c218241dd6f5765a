import { TRPCError } from '@trpc/server'
import {
  fastifyRequestHandler,
  fastifyTRPCPlugin,
  type CreateFastifyContextOptions,
  type FastifyTRPCPluginOptions,
} from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { appRouter, type AppRouter } from '@registry/api-contract/app-router'
import { getPrincipals } from '@registry/api-contract/caller'
import type { CallService, Context, Meta } from '@registry/api-contract/trpc'
import { mayUse } from '@registry/domain/access/permissions'
import { maxScanBase64 } from '@registry/domain/consent/paper-scan'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../../app/deps.ts'
import { requireUtf8 } from '../body-text.ts'
import { createOperationContext } from '../operation-context.ts'
import { getRequestContext } from '../request-context.ts'
import { bodyLimit } from '../server.ts'
import { hasAppHeader } from '../csrf.ts'
import { buildRetryHeader, getStatus } from '../errors.ts'
import { toAppError } from '../../shared/errors/to-app-error.ts'
import { procedures } from './procedures.ts'
import { sendError, recordRejection } from '../error-response.ts'

/**
 * The only procedures with compressed responses: the manual, the reference tables and the dictionary of the filters. They are the same for
 * everybody with the right to read them and repeat no text of the request. So the length of a response reveals nothing (THREAT-52).
 * Responses about persons, filters, sessions and sign-in are not compressed, because another person may have chosen a part of them.
 */
const compressed: ReadonlySet<string> = new Set(['help.page', 'referenceTables.rows', 'savedFilters.fieldInfo', 'savedFilters.picker'])

const acceptsGzip = (request: FastifyRequest): boolean =>
  /(^|,)\s*gzip\s*(,|;\s*q=(?!0(\.0*)?\s*(,|$))|$)/i.test(request.headers['accept-encoding'] ?? '')

/** Compresses the response to calls of the listed procedures. A batch with another call is not compressed. */
const compressAnswer = (request: FastifyRequest, calls: readonly string[], answer: unknown): unknown => {
  const isListed = calls.length > 0 && calls.every((call) => compressed.has(call))
  if (!isListed || !(answer instanceof Response) || answer.status !== 200 || !answer.body || !acceptsGzip(request)) return answer
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  headers.set('content-encoding', 'gzip')
  headers.append('vary', 'accept-encoding')
  return new Response(answer.body.pipeThrough(new CompressionStream('gzip')), { status: answer.status, headers })
}

const prefix = '/api/trpc'
/** The maximum number of calls in one request. */
const maxBatchSize = 10

/** The procedures in an address. The router decodes the path once, and tRPC decodes it again. */
const parseCalls = ({ params }: FastifyRequest): readonly string[] => {
  const { path = '' } = Params.catch({}).parse(params)
  try {
    return decodeURIComponent(path).split(',')
  } catch {
    return []
  }
}
const Params = z.object({ path: z.string().optional() })

/** The names of the calls in the audit log, up to the maximum of a batch (REQ-ADM-01). */
const listCommands = (request: FastifyRequest): Meta[] =>
  parseCalls(request)
    .slice(0, maxBatchSize)
    .flatMap((call) => procedures.get(call)?.meta ?? [])

/**
 * Rejects batches of mutations, so that limits count each call (REQ-ACC-19, THREAT-13). It checks the calls that tRPC has parsed and will
 * run, not the spelling of the address.
 */
const findBatchError = ({ calls, type }: CreateFastifyContextOptions['info']): AppError | undefined =>
  calls.length > 1 && type !== 'query' ? new AppError('batch_refused') : undefined

/**
 * Rejects batches that tRPC would reject before it knows the caller's language (REQ-API-02). These are batches of too many calls, or of
 * mutations and queries.
 */
const requireAllowedBatch = async (request: FastifyRequest): Promise<void> => {
  if (BatchQuery.safeParse(request.query).data?.batch !== '1') return
  const calls = parseCalls(request)
  if (calls.length > maxBatchSize) throw new AppError('batch_too_large', { calls: maxBatchSize })
  if (new Set(calls.flatMap((call) => procedures.get(call)?._def.type ?? [])).size > 1) throw new AppError('batch_refused')
}
const BatchQuery = z.object({ batch: z.string() })

/** Accepts inputs in bodies only, because addresses appear in logs and histories (THREAT-36). */
const requireTrpcRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  if (request.method !== 'POST') {
    void reply.header('allow', 'POST')
    throw new AppError('method_wrong')
  }
  if (!hasAppHeader(request.headers)) throw new AppError('origin_refused')
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) throw new AppError('body_type_wrong')
}

/** The procedure whose body has a scan. */
const scanCall = 'paperConsents.record'

/** Only callers who may record a scan send so large a body (REQ-OPS-09). That of others is rejected before it is read. */
const limitOtherCallers = async (request: FastifyRequest): Promise<void> => {
  if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= bodyLimit) return
  const { actor } = await getRequestContext(request).session()
  if (!mayUse(getPrincipals(actor), 'paper-consent:record')) throw new AppError('body_too_large')
}

/**
 * The sign-out of a page clears the browser's cache (THREAT-42). It does not clear "storage", where remember-me keeps the name. Clearing
 * "cookies" would end the session of the other site too.
 */
const signOutHeaders = { 'clear-site-data': '"cache"' }

type CallResult = { readonly errors: readonly TRPCError[]; readonly paths?: readonly string[] | undefined }

/** With a charset, which tRPC does not set. */
const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

const responseMeta = ({ errors, paths = [] }: CallResult): { status?: number; headers: Record<string, string> } => {
  const [first, ...rest] = errors
  const appError = first && rest.length === 0 ? toAppError(first) : undefined
  if (!appError) return { headers: { ...jsonHeaders, ...(paths.includes('session.end') && signOutHeaders) } }
  const status = getStatus(appError.detail.code)
  return { ...(status !== 200 && { status }), headers: { ...jsonHeaders, ...buildRetryHeader(appError.detail) } }
}

/** Registers the procedures. The plugin of tRPC replaces the JSON parser, so it has its own scope. */
export const registerTrpcPlugin = async (server: FastifyInstance, deps: Deps, callService: CallService): Promise<void> => {
  const createContext = async ({ req, info }: CreateFastifyContextOptions): Promise<Context> => {
    try {
      return { ...(await createOperationContext(deps, callService, req, { calls: info.calls.length })), requestError: findBatchError(info) }
    } catch (error) {
      const appError = toAppError(error)
      // Each call then gets the error in its language and an audit entry.
      if (appError?.detail.code === 'session_changed')
        return {
          ...(await createOperationContext(deps, callService, req, { actor: { kind: 'visitor' }, calls: info.calls.length })),
          requestError: appError,
        }
      throw appError ? new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: appError }) : error
    }
  }
  const trpcOptions: FastifyTRPCPluginOptions<AppRouter>['trpcOptions'] = {
    router: appRouter,
    createContext,
    allowMethodOverride: true,
    maxBatchSize,
    responseMeta,
    onError: ({ error, req }) => {
      if (error.code === 'INTERNAL_SERVER_ERROR' && !toAppError(error)) req.log.error({ err: error.cause ?? error }, 'unexpected error')
    },
  }
  await server.register(async (scope) => {
    scope.addHook('onRequest', requireTrpcRequest)
    scope.addHook('onRequest', requireAllowedBatch)
    scope.addHook('preValidation', async (request) => {
      if (typeof request.body === 'string') requireUtf8(request.body)
      // A call without input has an empty body, which tRPC would parse as JSON.
      if (request.body === '' || request.body === undefined) request.body = 'null'
    })
    scope.addHook('onSend', async (request, _reply, answer) => compressAnswer(request, parseCalls(request), answer))
    scope.setErrorHandler(async (error, request, reply) => {
      return sendError(deps, { request, reply }, await recordRejection(deps, request, listCommands(request), error))
    })
    await scope.register(fastifyTRPCPlugin, { prefix, trpcOptions })
    await scope.register(async (large) => {
      large.removeContentTypeParser('application/json')
      large.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
      const route = { bodyLimit: bodyLimit + maxScanBase64, config: { upload: true }, onRequest: limitOtherCallers }
      large.post(`${prefix}/:path(^${scanCall.replace('.', '\\.')}$)`, route, (req, res) =>
        fastifyRequestHandler({ ...trpcOptions, req, res, path: scanCall }),
      )
    })
  })
}
