import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../app/deps.ts'
import { sendEarlyError } from './error-response.ts'
import { isCrossSite } from './csrf.ts'
import { dataHeaders } from './headers.ts'
import { createSiteLookup } from './site-address.ts'
import { allowEarlyResponses } from './unread-body.ts'
import { createRequestContext } from './request-context.ts'

/** Time for a body without an upload. Uploads have the limit of the server (THREAT-41, REQ-OPS-09). */
const bodySeconds = 30

/** Served on any host, because health probes use an IP address. */
const healthPaths: ReadonlySet<string> = new Set(['/api/health/live', '/api/health/ready'])
export const isHealthPath = (request: Pick<FastifyRequest, 'url'>): boolean => healthPaths.has(getPath(request))
/** Browsers send reports with any Sec-Fetch-Site. */
const reportPath = '/api/csp-report'

export const getPath = ({ url }: Pick<FastifyRequest, 'url'>): string => url.split('?', 1)[0] ?? ''

/**
 * Whether the address is a page, which any site may open. The route decides and not the spelling of the address, because `/%61pi/login` is
 * the same route as `/api/login` (THREAT-09).
 */
const isPage = ({ method, routeOptions: { url = '', config } }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (config?.page === true || (url !== '/api' && !url.startsWith('/api/')))

const limitSlowBody = ({ raw, routeOptions }: FastifyRequest): void => {
  if (raw.complete || routeOptions.config.upload === true) return
  const timer = setTimeout(() => raw.destroy(), bodySeconds * 1000)
  const stop = (): void => clearTimeout(timer)
  raw.once('end', stop).once('close', stop)
}

/** Adds the hooks of every request: security headers, the limit of requests, the site of its host, the cross-site check, and the log line. */
export const addRequestHooks = (server: FastifyInstance, deps: Pick<Deps, 'env' | 'database' | 'keyedHash' | 'messages'>): void => {
  const findSiteAddress = createSiteLookup(deps.env)
  let running = 0
  /**
   * Without limits, an overloaded server queues requests until their callers have left or its memory ends (FAULT-19). If as many queries wait
   * for a connection to the database as there are connections, another one would wait for seconds. A page needs none.
   */
  const isOverloaded = (request: FastifyRequest): boolean =>
    running >= deps.env.MAX_REQUESTS || (!isPage(request) && deps.database.pool().waiting >= deps.env.DATABASE_POOL_SIZE)
  allowEarlyResponses(server)

  server.addHook('onRequest', async (request, reply) => {
    void reply.headers({ ...dataHeaders, 'x-request-id': request.id })
    limitSlowBody(request)
    if (isHealthPath(request)) return
    // Sent before the caller is read and without an audit entry, because the database may be what is overloaded.
    if (isOverloaded(request)) return sendEarlyError(deps, { request, reply }, new AppError('not_ready'))
    running += 1
    reply.raw.once('close', () => {
      running -= 1
    })
    const path = getPath(request)
    const siteAddress = findSiteAddress(request.host)
    if (!siteAddress) throw new AppError('path_unknown')
    createRequestContext(deps, request, reply, siteAddress)
    if (!isPage(request) && path !== reportPath && isCrossSite(request.method, request.headers, siteAddress))
      throw new AppError('origin_refused')
  })

  server.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: getPath(request).slice(0, 200),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        from: request.ip,
      },
      'request',
    )
  })
  server.addHook('onRequestAbort', async (request) => {
    request.log.info({ method: request.method, path: getPath(request).slice(0, 200) }, 'the client disconnected')
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route receives a file and has more time for it. */
    upload?: boolean
    /** The address is a page below /api, such as the manual's. Any site may open it. */
    page?: boolean
  }
}
