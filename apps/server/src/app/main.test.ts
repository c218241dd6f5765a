import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '@registry/db/testing/database'
import { eventually } from '@registry/db/testing/eventually'
import { addressVariables } from '../cli/testing/run-command.ts'
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
  test.each(['SIGTERM', 'SIGINT'] as const)('stops at %s without a logged error and without a remaining process', async (signal) => {
    const { child, levels } = await start()
    const exit = once(child, 'exit')
    child.kill(signal)
    child.kill(signal)
    expect(await exit).toEqual([0, null])
    expect(Math.max(...levels())).toBeLessThan(errorLevel)
    await eventually(() => expect(listProcessesOn(dataDir)).toEqual([]))
  })

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
    const readReady = async () => (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).json()
    await expect.poll(readReady).toMatchObject({ ready: true, warnings: ['clock_difference'] })
  })

  test('exits with an error when its database ends, and the next start recovers the data', async () => {
    const { child, levels } = await start()
    const exit = once(child, 'exit')
    process.kill(findPostmaster(dataDir), 'SIGKILL')
    expect(await exit).toEqual([1, null])
    expect(levels()).toContain(fatalLevel)
    const { port } = await eventually(() => start())
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status).toBe(200)
  })
})

test('REQ-OPS-13: in production the process is not ready before it stops to listen', async () => {
  await using database = await testDatabase()
  const { url, variables } = addressVariables(database.addresses.server)
  const server = await startServerProcess(dataDir, {
    variables: {
      ...variables,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      SECRET_KEY: '1'.repeat(64),
      RECEIPT_KEY: '2'.repeat(64),
      STAFF_ORIGIN: 'https://staff.example.org',
      MYCONSENT_ORIGIN: 'https://myconsent.example.org',
      SMTP_URL: 'smtp://127.0.0.1:9',
      SMS_GATEWAY_URL: 'http://127.0.0.1:9',
    },
  })
  started.push(server.child)
  const exit = once(server.child, 'exit')
  const readStatus = (): Promise<number> => fetch(`http://127.0.0.1:${server.port}/api/health/ready`).then((response) => response.status)
  await expect.poll(readStatus).toBe(200)
  server.child.kill('SIGTERM')
  await eventually(async () => expect(await readStatus()).toBe(503))
  expect((await fetch(`http://127.0.0.1:${server.port}/api/health/live`)).status, 'it still answers').toBe(200)
  expect(await exit).toEqual([0, null])
})
