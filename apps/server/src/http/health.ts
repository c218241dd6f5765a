import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '@registry/db/connect'
import { AppError } from '@registry/domain/error'
import { findClockDifference, isClockWrong } from '../shared/database-clock.ts'
import type { Deps } from '../app/deps.ts'
import { buildErrorResponse } from './errors.ts'
import { chooseLanguage } from './language.ts'

/** A database that needs longer cannot serve users either. */
const answerMs = 2000

/**
 * A read-only database and one with a full disk still answer reads. The sort needs more memory than allowed, so it writes to the disk of
 * the database and leaves nothing there.
 */
const checkWritable = async (database: Database): Promise<void> => {
  const { isReadOnly } = await database.begin(async (sql) => {
    await sql`SET LOCAL work_mem = '64kB'`
    const [found] = await sql<{ isReadOnly: boolean }[]>`
      SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly", count(*)
      FROM (SELECT md5(number::text) AS text FROM generate_series(1, 5000) AS number ORDER BY text OFFSET 1) AS sorted`
    return { isReadOnly: found?.isReadOnly ?? true }
  })
  if (isReadOnly) throw new AppError('not_ready')
}

/** Returns the difference between the clocks of server and database in seconds. @throws when the database does not answer or cannot be written */
const checkDatabase = async (database: Database, timeoutMs: number): Promise<number> => {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('not_ready')), timeoutMs)
  })
  try {
    return await Promise.race([checkWritable(database).then(() => findClockDifference(database)), timedOut])
  } finally {
    clearTimeout(timer)
  }
}

const loopback: ReadonlySet<string | undefined> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** True for a probe on the server's own machine. A proxy there names the client whose request it forwards. */
const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  loopback.has(socket.remoteAddress) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined

/** The state that only the process itself knows. */
export type ProcessHealth = {
  readonly isStopping: () => boolean
  readonly isFrozen: () => Promise<boolean>
  readonly isRestored: () => boolean
  /** A connection outside the pool, because a server whose pool has a queue is still ready. By default the pool. */
  readonly database?: Database
  /** The time that the database has to answer: two seconds by default. */
  readonly timeoutMs?: number
}

export const healthy: ProcessHealth = { isStopping: () => false, isFrozen: async () => false, isRestored: () => false }

/**
 * `live`: the process runs, and a restart would not help it. `ready`: its database answers, can be written and is no restored copy. On the server's own machine it also counts the occupied slots
 * for uploads, imports and exports. They would reveal to outsiders when others work (REQ-OPS-06).
 */
export const registerHealth = (
  server: FastifyInstance,
  deps: Pick<Deps, 'database' | 'messages' | 'uploads' | 'imports' | 'exports'>,
  { isStopping, isFrozen, isRestored, database = deps.database, timeoutMs = answerMs }: ProcessHealth,
): void => {
  server.get('/api/health/live', async (_request, reply) => {
    const live = !(await isFrozen())
    return reply.code(live ? 200 : 503).send({ live })
  })
  // Anybody can request it, so parallel requests share one check.
  let running: Promise<number> | undefined
  const check = (): Promise<number> => {
    running ??= checkDatabase(database, timeoutMs).finally(() => {
      running = undefined
    })
    return running
  }
  const buildNotReady = ({ id, headers }: FastifyRequest) =>
    buildErrorResponse(new AppError(isRestored() ? 'restored' : 'not_ready'), id, (detail) =>
      deps.messages.formatError(detail, chooseLanguage({ header: headers['accept-language'] })),
    )
  server.get('/api/health/ready', async (request, reply) => {
    const difference =
      isStopping() || isRestored()
        ? undefined
        : await check().catch((error: unknown) => {
            request.log.error({ err: error }, 'the database does not answer, or cannot be written')
          })
    if (difference === undefined) {
      const { status, body } = buildNotReady(request)
      return reply.code(status).send({ ready: false, ...body })
    }
    const ready = { ready: true, ...(isClockWrong(difference) && { warnings: ['clock_difference'] }) }
    if (!isLocal(request)) return ready
    const { known, unknown } = deps.uploads
    return {
      ...ready,
      uploads: { known: known.inUse, unknown: unknown.inUse },
      imports: deps.imports.queue.inUse,
      exports: deps.exports.inUse,
    }
  })
}
