import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '@registry/domain/error'
import { findClockDifference, isClockWrong } from '../database-clock.ts'
import type { Deps } from '../deps.ts'

/** A database that needs longer cannot serve users either. */
const timeoutMs = 2000

/** Returns the difference between the clocks of server and database in seconds. */
const checkDatabase = async ({ database }: Pick<Deps, 'database'>): Promise<number> => {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('not_ready')), timeoutMs)
  })
  try {
    return await Promise.race([findClockDifference(database), timedOut])
  } finally {
    clearTimeout(timer)
  }
}

const loopback: ReadonlySet<string | undefined> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** True for a probe on the server's own machine. A proxy there names the client whose request it forwards. */
const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  loopback.has(socket.remoteAddress) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined

/**
 * `live`: the process runs. `ready`: its database answers; on the server's own machine also with the number of taken places for uploads,
 * imports and exports, which would tell strangers when others work (REQ-OPS-06).
 */
export const registerHealth = (server: FastifyInstance, deps: Pick<Deps, 'database' | 'uploads' | 'imports' | 'exports'>): void => {
  server.get('/api/health/live', async () => ({ live: true }))
  server.get('/api/health/ready', async (request) => {
    const ready = { ready: true, ...(isClockWrong(await checkDatabase(deps)) && { warnings: ['clock_difference'] }) }
    if (!isLocal(request)) return ready
    const { known, unknown } = deps.uploads
    return {
      ...ready,
      uploads: { known: known.inUse, unknown: unknown.inUse },
      imports: deps.imports.queue.inUse,
      exports: deps.exports.queue.inUse,
    }
  })
}
