import type { FastifyInstance } from 'fastify'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../deps.ts'

/** A database that needs longer cannot serve users either. */
const timeoutMs = 2000

const checkDatabase = async ({ database }: Pick<Deps, 'database'>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('not_ready')), timeoutMs)
  })
  try {
    await Promise.race([database`SELECT 1`, timedOut])
  } finally {
    clearTimeout(timer)
  }
}

/** `live`: the process runs. `ready`: its database answers, with the number of taken places for uploads, imports and exports (REQ-OPS-06). */
export const registerHealth = (server: FastifyInstance, deps: Pick<Deps, 'database' | 'uploads' | 'imports' | 'exports'>): void => {
  server.get('/api/health/live', async () => ({ live: true }))
  server.get('/api/health/ready', async () => {
    await checkDatabase(deps)
    const { known, unknown } = deps.uploads
    return {
      ready: true,
      uploads: { known: known.inUse, unknown: unknown.inUse },
      imports: deps.imports.queue.inUse,
      exports: deps.exports.queue.inUse,
    }
  })
}
