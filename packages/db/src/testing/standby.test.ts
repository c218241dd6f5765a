import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '../connect.ts'
import { startEmbedded, type Embedded } from '../embedded.ts'
import { archiveNow, copyDatabase, createArchive, primarySettings, requireStandbys, startRestored, startStandby } from './standby.ts'

let directory: string
let running: AsyncDisposableStack
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'standby-'))
  chmodSync(directory, 0o755)
  running = new AsyncDisposableStack()
  running.defer(() => rmSync(directory, { recursive: true, force: true }))
})
afterEach(() => running.disposeAsync())

const stopLater = <T extends Embedded>(embedded: T): T => {
  running.defer(() => embedded.stop())
  return embedded
}
const connectTo = ({ owner }: Embedded): Database => {
  const database = connect(owner, { max: 1 })
  running.defer(() => database.end({ timeout: 1 }))
  return database
}

test('a standby has what was committed, refuses writes, and accepts them after the promotion', async () => {
  const primary = stopLater(await startEmbedded({ dataDir: join(directory, 'a'), settings: primarySettings }))
  const standby = stopLater(await startStandby({ primary, name: 'b', dataDir: join(directory, 'b') }))
  await requireStandbys(primary, ['b'])
  const [first, second] = [connectTo(primary), connectTo(standby)]
  await first`CREATE TABLE line AS SELECT 1 AS n`
  process.kill(primary.pid, 'SIGKILL')
  await primary.ended
  await expect(second`CREATE TABLE other ()`).rejects.toMatchObject({ code: '25006' })
  await standby.promote()
  expect(await second`INSERT INTO line SELECT n + 1 FROM line RETURNING n`).toEqual([{ n: 2 }])
})

test('a restore to a moment has what was committed before it, and says so in its settings', async () => {
  const archive = join(directory, 'archive')
  const primary = stopLater(await startEmbedded({ dataDir: join(directory, 'a'), settings: createArchive(archive) }))
  const copy = join(directory, 'copy')
  const database = connectTo(primary)
  await database`CREATE TABLE line (n integer)`
  await copyDatabase(primary, copy)
  const needed = new Set(readdirSync(archive))
  await database`INSERT INTO line VALUES (1)`
  const [{ moment }] = await database<[{ moment: string }]>`SELECT clock_timestamp() AS moment FROM pg_sleep(0.01)`
  await database`DELETE FROM line`
  await archiveNow(primary)

  const restored = connectTo(stopLater(await startRestored({ copy, archive, moment, dataDir: join(directory, 'b') })))
  expect(await restored`SELECT n FROM line`).toEqual([{ n: 1 }])
  expect(await restored`SELECT current_setting('registry.restored') AS moment`).toEqual([{ moment }])

  for (const name of readdirSync(archive)) if (!needed.has(name)) rmSync(join(archive, name))
  await expect(startRestored({ copy, archive, moment, dataDir: join(directory, 'c') })).rejects.toThrow(
    'recovery ended before configured recovery target was reached',
  )
})
