import { TRPCError } from '@trpc/server'
import { fastifyTRPCPlugin, type CreateFastifyContextOptions, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { appRouter, type AppRouter } from '@registry/api-contract/app-router'
import type { Context } from '@registry/api-contract/trpc'
import type { Ports } from '@registry/api-contract/ports'
import type { Meta } from '@registry/api-contract/trpc'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../../deps.ts'
import { requireUtf8 } from '../body-text.ts'
import { createOperationContext } from '../operation-context.ts'
import { hasAppHeader } from '../csrf.ts'
import { toAppError, buildRetryHeader, getStatus } from '../errors.ts'
import { procedures } from './procedures.ts'
import { sendError, recordRefusal } from '../error-response.ts'

const prefix = '/api/trpc'
/** Calls in one request. */
const maxBatchSize = 10

/** The procedures that an address names: the router decodes the path once, and tRPC once more. */
const parseCalls = ({ params }: FastifyRequest): readonly string[] => {
  const { path = '' } = Params.catch({}).parse(params)
  try {
    return decodeURIComponent(path).split(',')
  } catch {
    return []
  }
}
const Params = z.object({ path: z.string().optional() })

/** What the log calls them (D11); more than a batch may hold are not told one by one. */
const listCommands = (request: FastifyRequest): Meta[] =>
  parseCalls(request)
    .slice(0, maxBatchSize)
    .flatMap((call) => procedures.get(call)?.meta ?? [])

/**
 * Calls that change something or try a secret come alone, so that limits count them one by one (D6, THREAT-13). Decided on the calls that
 * tRPC has read from the request and will run, not on the address as it is written.
 */
const findBatchError = ({ calls, type }: CreateFastifyContextOptions['info']): AppError | undefined =>
  calls.length > 1 && type !== 'query' ? new AppError('batch_refused') : undefined

/** Inputs travel in bodies only: an address ends up in logs and histories (THREAT-36). */
const requireTrpcRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  if (request.method !== 'POST') {
    void reply.header('allow', 'POST')
    throw new AppError('method_wrong')
  }
  if (!hasAppHeader(request.headers)) throw new AppError('origin_refused')
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) throw new AppError('body_type_wrong')
}

/**
 * What a page's own sign-out leaves behind: nothing that was kept of answers, the page before included (THREAT-42). Not "storage", which
 * holds the name that remember-me may keep (D6), nor "cookies", which would end the other site's session too.
 */
const signOutHeaders = { 'clear-site-data': '"cache"' }

type CallResult = { readonly errors: readonly TRPCError[]; readonly paths?: readonly string[] | undefined }

/** tRPC names no charset of its own (security.md 5.2). */
const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

const responseMeta = ({ errors, paths = [] }: CallResult): { status?: number; headers: Record<string, string> } => {
  const [first, ...rest] = errors
  const refusal = first && rest.length === 0 ? toAppError(first) : undefined
  if (!refusal) return { headers: { ...jsonHeaders, ...(paths.includes('session.end') && signOutHeaders) } }
  const status = getStatus(refusal.detail.code)
  return { ...(status !== 200 && { status }), headers: { ...jsonHeaders, ...buildRetryHeader(refusal.detail) } }
}

/** The procedures. tRPC's plugin replaces the JSON parser of its scope, so it stays in one of its own. */
export const registerTrpcPlugin = async (server: FastifyInstance, deps: Deps, ports: Ports): Promise<void> => {
  const createContext = async ({ req, info }: CreateFastifyContextOptions): Promise<Context> => {
    try {
      return { ...(await createOperationContext(deps, ports, req)), batchError: findBatchError(info) }
    } catch (error) {
      const refusal = toAppError(error)
      throw refusal ? new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: refusal }) : error
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
    scope.addHook('preValidation', async ({ body }) => void (typeof body === 'string' && requireUtf8(body)))
    scope.setErrorHandler(async (error, request, reply) => {
      await recordRefusal(deps, request, listCommands(request), error)
      return sendError(deps, { request, reply }, error)
    })
    await scope.register(fastifyTRPCPlugin, { prefix, trpcOptions })
  })
}
