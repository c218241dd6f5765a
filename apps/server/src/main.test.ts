import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { errorLevel, fatalLevel, findPostmaster, listProcessesOn, startServerProcess } from './testing/process.ts'

let dataDir: string
const started: ChildProcess[] = []

// Only the first server creates its database. The last test breaks it.
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'main-'))
})
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  await eventually(() => expect(listProcessesOn(dataDir)).toEqual([]))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const start = async (launched = false) => {
  const server = await startServerProcess(dataDir, launched)
  started.push(server.child)
  return server
}

describe('the process of `pnpm start` with its own database', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'stops at %s without a logged error and without a remaining process',
    async (signal) => {
      const { child, levels } = await start()
      const exit = once(child, 'exit')
      child.kill(signal)
      child.kill(signal)
      expect(await exit).toEqual([0, null])
      expect(Math.max(...levels())).toBeLessThan(errorLevel)
      await eventually(() => expect(listProcessesOn(dataDir)).toEqual([]))
    },
    120_000,
  )

  test('stops when its package manager stops without passing the signal on', async () => {
    const { child, levels } = await start(true)
    child.kill('SIGTERM')
    await eventually(() => expect(listProcessesOn(dataDir)).toEqual([]))
    expect(Math.max(...levels())).toBeLessThan(errorLevel)
  })

  test('exits with an error if its database does not start again, so its supervisor restarts it', async () => {
    const { child, levels } = await start()
    const exit = once(child, 'exit')
    const postmaster = findPostmaster(dataDir)
    rmSync(join(dataDir, 'database', 'global'), { recursive: true })
    process.kill(postmaster, 'SIGKILL')
    expect(await exit).toEqual([1, null])
    expect(levels()).toContain(fatalLevel)
  })
})
