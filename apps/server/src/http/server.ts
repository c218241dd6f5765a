import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Deps } from '../app/deps.ts'
import { buildResponseToError, sendEarlyError } from './error-response.ts'
import { dataHeaders } from './headers.ts'

/** Bytes of a body without an upload (REQ-OPS-09). */
export const bodyLimit = 256 * 1024
/**
 * Connections that wait until the process accepts them. Node.js accepts one in each turn of its event loop, and the system resets those above
 * the limit, by default 511.
 */
export const backlog = 2048
const uploadSeconds = 120
const headerSeconds = 10

const headerLines = Object.entries(dataHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

/** Responds to invalid HTTP with a status and the security headers, then ends the connection (REQ-OPS-08). */
const rejectSocket = (error: Error & { code?: string }, socket: Socket): void => {
  if (!socket.writable) return
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\n${headerLines}connection: close\r\ncontent-length: 0\r\n\r\n`)
}

/** Creates Fastify with its limits (REQ-OPS-09) and without routes. */
export const createServer = async (deps: Pick<Deps, 'env' | 'log' | 'messages'>): Promise<FastifyInstance> => {
  const server = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit,
    requestTimeout: uploadSeconds * 1000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    trustProxy: deps.env.TRUST_PROXY ?? false,
    // Monitoring and download managers send HEAD requests. The response is that of GET without a body.
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    clientErrorHandler: rejectSocket,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      const { status, headers, body } = buildResponseToError(deps, request, error)
      reply.raw.writeHead(status, { ...dataHeaders, ...headers }).end(body)
    },
  })
  server.server.headersTimeout = headerSeconds * 1000
  server.removeContentTypeParser('text/plain')
  await server.register(cookie)
  server.setErrorHandler((error, request, reply) => sendEarlyError(deps, { request, reply }, error))
  return server
}
