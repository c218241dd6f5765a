import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { errorLevel, fatalLevel, findPostmaster, listProcessesOn, startServerProcess } from '../testing/process.ts'

let dataDir: string
const started: ChildProcess[] = []

// Only the first server creates its database.
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'main-'))
})
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  await eventually(() => expect(listProcessesOn(dataDir)).toEqual([]))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const start = async (options: Parameters<typeof startServerProcess>[1] = {}) => {
  const server = await startServerProcess(dataDir, options)
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
    const { child, levels } = await start({ withLauncher: true })
    child.kill('SIGTERM')
    await eventually(() => expect(listProcessesOn(dataDir)).toEqual([]))
    expect(Math.max(...levels())).toBeLessThan(errorLevel)
  })

  test('REQ-OPS-06: warns at its start and in `ready` when its clock differs from that of the database', async () => {
    const shifted = `const Own = Date; globalThis.Date = class extends Own {
      constructor(...given) { given.length > 0 ? super(...given) : super(Own.now() + 300000) }
      static now() { return Own.now() + 300000 } }`
    const { port, messages } = await start({ variables: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifted)}` } })
    expect(messages()).toContain('the clocks of server and database differ: set both by a time server')
    expect(await (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).json()).toMatchObject({
      ready: true,
      warnings: ['clock_difference'],
    })
  })

  test('exits with an error when its database ends, and the next start recovers the data', async () => {
    const { child, levels } = await start()
    const exit = once(child, 'exit')
    process.kill(findPostmaster(dataDir), 'SIGKILL')
    expect(await exit).toEqual([1, null])
    expect(levels()).toContain(fatalLevel)
    const { port } = await eventually(() => start())
    expect((await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status).toBe(200)
  })
})
