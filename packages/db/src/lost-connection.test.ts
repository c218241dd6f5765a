import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from './testing/eventually.ts'
import { connect, type Database, type Queries } from './connect.ts'
import { superuser } from './embedded/data-directory.ts'
import { listWaiting, testDatabase, type TestDatabase } from './testing/database.ts'

let database: TestDatabase
let watcher: Database
/** One connection, so the next user of a lost connection is known. */
let pool: Database
/** Unhandled errors, which would end the server. */
const uncaught: unknown[] = []
const recordError = (error: unknown): void => void uncaught.push(error)

beforeAll(async () => {
  database = await testDatabase()
  watcher = connect({ ...database.addresses.owner, username: superuser }, { max: 3 })
  pool = connect(database.addresses.owner, { max: 1 })
  await watcher`CREATE TABLE line (n integer PRIMARY KEY, t text)`
  await watcher`GRANT ALL ON line TO PUBLIC`
  // Row 0 waits for an advisory lock.
  await watcher`CREATE FUNCTION wait_at_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END'`
  await watcher`CREATE TRIGGER wait_at_row BEFORE INSERT ON line FOR EACH ROW WHEN (NEW.n = 0) EXECUTE FUNCTION wait_at_row()`
  process.on('uncaughtException', recordError).on('unhandledRejection', recordError)
})
beforeEach(() => watcher`TRUNCATE line`)
afterAll(async () => {
  await nextTurn()
  process.off('uncaughtException', recordError).off('unhandledRejection', recordError)
  await pool.end({ timeout: 1 })
  await watcher.end({ timeout: 1 })
  await database.dispose()
})

const readPid = async (sql: Queries): Promise<number> => {
  const [row] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
  return row?.pid ?? 0
}
const kill = async (pid: number): Promise<void> => {
  expect(await watcher`SELECT pg_terminate_backend(${pid}, 20000) AS killed`).toEqual([{ killed: true }])
}
const readStored = async (): Promise<number[]> => (await watcher<{ n: number }[]>`SELECT n FROM line ORDER BY n`).map(({ n }) => n)
const formatLines = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `${from + index}\t${'a'.repeat(1000)}\n`).join('')
const copyIn = (sql: Queries) => sql.unsafe('COPY line FROM STDIN').writable()
const lost = { code: expect.stringMatching(/^(CONNECTION_CLOSED|57P01|EPIPE|ECONNRESET)$/) }

/** Expects that the pool has a working connection, and that no error was unhandled. */
const expectWorkingPool = async (): Promise<void> => {
  expect(await pool`SELECT n FROM generate_series(1, 3) AS n`).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  await nextTurn()
  expect(uncaught).toEqual([])
}

/** Runs `work` while holding the advisory lock. `work` receives the pid of the waiting process. */
const withLock = (work: (waiting: () => Promise<number>) => Promise<void>): Promise<void> =>
  watcher.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(1)`
    await work(() =>
      eventually(async () => {
        const [row] = await listWaiting(watcher)
        if (!row) throw new Error('no process waits')
        return row.pid
      }),
    )
  })

describe('a COPY into the database on a broken connection', () => {
  test('fails for the writer, also with pending chunks', async () => {
    let outcomes: readonly unknown[] = []
    await withLock(async (waiting) => {
      const failed = pool.begin(async (sql) => {
        const copy = await copyIn(sql)
        const written = Array.from(
          { length: 100 },
          (_, piece) =>
            new Promise<void>((resolve, reject) =>
              copy.write(formatLines(100 * piece, 100), (error) => (error ? reject(error) : resolve())),
            ),
        )
        outcomes = await Promise.allSettled(written)
        copy.end()
        await finished(copy)
      })
      failed.catch(() => {})
      await kill(await waiting())
      await expect(failed).rejects.toMatchObject(lost)
    })
    await eventually(() => expect(outcomes).toHaveLength(100))
    expect(outcomes).toContainEqual(expect.objectContaining({ status: 'rejected' }))
    await expectWorkingPool()
    expect(await readStored()).toEqual([])
  })

  test('fails for a later write', async () => {
    const failed = pool.begin(async (sql) => {
      const pid = await readPid(sql)
      const copy = await copyIn(sql)
      await kill(pid)
      for (;;) await new Promise<void>((resolve, reject) => copy.write(formatLines(1, 1), (error) => (error ? reject(error) : resolve())))
    })
    await expect(failed).rejects.toMatchObject(lost)
    await expectWorkingPool()
  })

  test('fails without a write', async () => {
    const failed = pool.begin(async (sql) => {
      const pid = await readPid(sql)
      const ended = finished(await copyIn(sql))
      ended.catch(() => {})
      await kill(pid)
      await ended
    })
    await expect(failed).rejects.toMatchObject(lost)
    await expectWorkingPool()
  })

  test('fails while the writer waits for its end', async () => {
    const ended = Promise.withResolvers<void>()
    ended.promise.catch(() => {})
    await withLock(async (waiting) => {
      const failed = pool.begin(async (sql) => {
        const copy = await copyIn(sql)
        copy.end(formatLines(0, 10))
        await finished(copy).then(ended.resolve, ended.reject)
      })
      failed.catch(() => {})
      await kill(await waiting())
      await expect(failed).rejects.toMatchObject(lost)
    })
    await expect(ended.promise).rejects.toMatchObject(lost)
    await expectWorkingPool()
    expect(await readStored()).toEqual([])
  })
})

test('a COPY that the database rejects after its last chunk fails and is rolled back', async () => {
  const failed = pool.begin(async (sql) => {
    const copy = await copyIn(sql)
    copy.end(`${formatLines(1, 1)}no number\tb\n`)
    await finished(copy)
  })
  await expect(failed).rejects.toMatchObject({ code: '22P02' })
  await expectWorkingPool()
  expect(await readStored()).toEqual([])
})

test('a COPY out of the database on a broken connection fails for a paused reader', async () => {
  const failed = pool.begin(async (sql) => {
    const pid = await readPid(sql)
    const copy = await sql.unsafe(`COPY (SELECT repeat('a', 1000) FROM generate_series(1, 100000)) TO STDOUT`).readable()
    await once(copy, 'readable')
    await kill(pid)
    try {
      for await (const piece of copy) expect(piece.length).toBeGreaterThan(0)
    } finally {
      copy._read(0)
    }
  })
  await expect(failed).rejects.toMatchObject(lost)
  await expectWorkingPool()
})

describe('a transaction on a lost connection', () => {
  test('rejects its next statement, which would run in the transaction of the next user', async () => {
    const other = Promise.withResolvers<void>()
    const late = Promise.withResolvers<unknown>()
    const failed = pool.begin(async (sql) => {
      await sql`INSERT INTO line VALUES (1, 'before')`
      await kill(await readPid(sql))
      await other.promise
      await sql`INSERT INTO line VALUES (2, 'after')`.then(late.resolve, late.reject)
    })
    late.promise.catch(() => {})
    await expect(failed).rejects.toMatchObject(lost)
    await pool.begin(async (sql) => {
      await sql`INSERT INTO line VALUES (3, 'of another')`
      other.resolve()
      await expect(late.promise).rejects.toMatchObject(lost)
    })
    expect(await readStored()).toEqual([3])
    await expectWorkingPool()
  })

  test('rejects queued statements', async () => {
    const outcomes: unknown[] = []
    await withLock(async (waiting) => {
      const failed = pool.begin(async (sql) => {
        const statements = [0, 1, 2].map((n) => sql`INSERT INTO line VALUES (${n}, 'a')`)
        outcomes.push(...(await Promise.allSettled(statements)))
      })
      failed.catch(() => {})
      await kill(await waiting())
      await expect(failed).rejects.toMatchObject(lost)
      await eventually(() => expect(outcomes).toHaveLength(3))
    })
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: lost })
    await expectWorkingPool()
    expect(await readStored()).toEqual([])
  })
})

test('a transaction has a connection for itself, and queries without a free connection wait', async () => {
  const two = connect(database.addresses.owner, { max: 2 })
  const free = Promise.withResolvers<void>()
  const begin = () => two.begin((sql) => sql`SELECT pg_current_xact_id()`.then(() => free.promise))
  const holders = [begin(), begin()]
  const queries = Array.from({ length: 200 }, () => two`SELECT pg_current_xact_id_if_assigned() AS id`.execute())
  await eventually(() => expect(two.pool()).toEqual({ inUse: 2, waiting: 200 }))
  free.resolve()
  await Promise.all(holders)
  for (const rows of await Promise.all(queries)) expect(rows).toEqual([{ id: null }])
  await two.end()
})

test('an ended transaction rejects statements', async () => {
  const ended = await pool.begin((sql) => ({ sql }))
  await expect(ended.sql`INSERT INTO line VALUES (1, 'late')`).rejects.toMatchObject({ code: 'TRANSACTION_ENDED' })
  expect(await readStored()).toEqual([])
  await expectWorkingPool()
})

test('the next user of a lost connection gets a complete result without its errors', async () => {
  await withLock(async (waiting) => {
    const rows = pool`SELECT n, repeat('a', 1000), CASE n WHEN 1000 THEN pg_advisory_xact_lock(1)::text END FROM generate_series(1, 1000) AS n`
    rows.catch(() => {})
    await kill(await waiting())
    await expect(rows).rejects.toMatchObject(lost)
  })
  await expectWorkingPool()
})

test('a cursor on a broken connection fails and does not look complete', async () => {
  let pieces = 0
  const failed = pool.begin(async (sql) => {
    const pid = await readPid(sql)
    const cursor = sql`SELECT n FROM generate_series(1, 1000) AS n`.cursor(10)
    for await (const _ of cursor) {
      pieces += 1
      await kill(pid)
    }
    throw new Error('the cursor ended')
  })
  await expect(failed).rejects.toMatchObject(lost)
  expect(pieces).toBe(1)
  await expectWorkingPool()
})

test('a connection that breaks while the driver reads array types fails only its query', async () => {
  const authenticated = Buffer.from([...Buffer.from('R'), 0, 0, 0, 8, 0, 0, 0, 0])
  const ready = Buffer.from([...Buffer.from('Z'), 0, 0, 0, 5, ...Buffer.from('I')])
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([authenticated, ready]))
      socket.once('data', () => socket.resetAndDestroy())
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const broken = connect({ host: '127.0.0.1', port, database: 'none', username: 'none' }, { max: 1 })
  await expect(broken`SELECT 1`).rejects.toMatchObject({ code: 'ECONNRESET' })
  await nextTurn()
  expect(uncaught).toEqual([])
  await broken.end({ timeout: 0 })
  server.close()
})

test('after many failures the next connection attempt follows within a second', () => {
  const { backoff } = pool.options
  const waits = [1, 5, 10, 100].map((failures) => (typeof backoff === 'function' ? backoff(failures) : Infinity))
  expect(Math.max(...waits)).toBe(1)
})
