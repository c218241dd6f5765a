import { once } from 'node:events'
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'

const checkMs = 1000

const isReady = async (port: number): Promise<boolean> => {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal: AbortSignal.timeout(2500) })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}

/** Sends a request to a server. Calls `onRefused` when the server accepts no connection, so nothing was sent. */
const forward = (request: IncomingMessage, response: ServerResponse, port: number, onRefused: () => void): void => {
  const upstream = sendRequest({
    host: '127.0.0.1',
    port,
    method: request.method,
    path: request.url,
    headers: { ...request.headers, connection: 'close', 'x-forwarded-for': request.socket.remoteAddress, 'x-forwarded-proto': 'http' },
    agent: false,
  })
  let connected = false
  upstream.once('socket', (socket) =>
    socket.once('connect', () => {
      connected = true
      pipeline(request, upstream, () => {})
    }),
  )
  upstream.once('response', (answer) => {
    const { connection: _, 'keep-alive': __, ...headers } = answer.headers
    response.writeHead(answer.statusCode ?? 502, headers)
    pipeline(answer, response, () => {})
  })
  upstream.once('error', () => {
    if (!connected) onRefused()
    else if (response.headersSent) response.destroy()
    else response.writeHead(502).end()
  })
  response.once('close', () => upstream.destroy())
}

export type Balancer = AsyncDisposable & {
  /** Sends no further requests to this server. `undefined` ends it. */
  drain(server: number | undefined): void
}

/**
 * Sends requests in turn to the servers that are ready, without sticky sessions. While none is ready, all get requests, so that callers
 * read why.
 */
export const startBalancer = async (port: number, servers: readonly number[]): Promise<Balancer> => {
  let ready: readonly number[] = servers
  let drained: number | undefined
  let turn = 0
  const check = async (): Promise<void> => {
    const states = await Promise.all(servers.map(isReady))
    const found = servers.filter((server, index) => states[index] && server !== drained)
    ready = found.length > 0 ? found : servers
  }
  const timer = setInterval(() => void check(), checkMs)
  const balancer = createServer((request, response) => {
    const attempt = (left: number): void => {
      const target = ready[turn++ % ready.length]
      if (left === 0 || target === undefined) return void response.writeHead(502).end()
      forward(request, response, target, () => attempt(left - 1))
    }
    attempt(servers.length + 1)
  })
  balancer.listen(port, '127.0.0.1')
  await once(balancer, 'listening')
  return {
    drain: (server) => {
      drained = server
      ready = servers.filter((other) => other !== server)
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      balancer.close()
      balancer.closeAllConnections()
      await once(balancer, 'close')
    },
  }
}
