import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import getPort from 'get-port'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { connect } from '@registry/db/connect'
import { createClient } from '@registry/server/testing/client'
import { listProcessesOn } from '@registry/server/testing/process'
import { readSource, root } from './repository.ts'
import { run } from './run/command.ts'

let parent: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'cluster-'))
  chmodSync(parent, 0o755)
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const started: ChildProcess[] = []
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGINT')))

const startCluster = (args: readonly string[], port: number) => {
  const child = spawn(process.execPath, [`${root}tooling/src/cluster.ts`, ...args], {
    env: { ...process.env, SERVE_APPS: 'false', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  return child
}

const Line = z.object({
  url: z.string(),
  servers: z.array(z.object({ url: z.string(), pid: z.int() })),
  databases: z.array(z.object({ url: z.string(), pid: z.int(), role: z.string() })),
  environment: z.record(z.string(), z.string()),
})

const readFirstLine = async (child: ReturnType<typeof startCluster>): Promise<z.infer<typeof Line>> => {
  for await (const line of createInterface({ input: child.stdout })) return Line.parse(JSON.parse(line))
  throw new Error(`the cluster ended: ${await text(child.stderr)}`)
}

/** Runs `pnpm registry` with the variables of the cluster. */
const registry = (variables: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  run(process.execPath, [`${root}apps/server/src/cli/main.ts`, ...args], { env: variables })

test('REQ-OPS-12: two servers and one standby: a write through the balancer is on the standby, check and the queries of the handbook work, and SIGINT leaves no process and no socket', async () => {
  const directory = join(parent, 'new')
  const port = await getPort({ host: '127.0.0.1' })
  const child = startCluster(['--directory', directory], port)
  const { url, servers, databases, environment } = await readFirstLine(child)
  expect(url).toBe(`http://127.0.0.1:${port}`)
  expect(servers).toHaveLength(2)
  expect(databases.map(({ role }) => role)).toEqual(['primary', 'standby'])
  expect(Object.keys(environment)).toEqual(
    expect.arrayContaining(['DATABASE_URL', 'DATABASE_OWNER_URL', 'SECRET_KEY', 'RECEIPT_KEY', 'STAFF_ORIGIN', 'MYCONSENT_ORIGIN']),
  )

  const [primary, standby] = databases.map((database) => connect(database.url, { max: 1 }))
  expect(await primary!`SELECT sync_state FROM pg_stat_replication`).toEqual([{ sync_state: 'quorum' }])
  const [staff, myconsent] = ['staff', 'myconsent'].map((site) => createClient({ port, host: `${site}.localhost:${port}` }))
  for (const client of [staff!, myconsent!]) await expect.poll(async () => (await client.get('/health/ready')).status).toBe(200)
  expect(await staff!.call('/login', { json: { username: 'nobody@example.org', password: 'x' } })).toMatchObject({ success: false })
  await expect.poll(async () => (await standby!`SELECT FROM sign_in_attempt`).length).toBe(1)

  const administrator = ['--email', 'ada@hospital.example', '--name', 'Ada', '--surname', 'Neri', '--print']
  expect(await registry(environment, 'create-admin', ...administrator)).toMatchObject({ code: 0 })
  // On a busy machine the sites may not answer in the time of the check.
  await expect
    .poll(() => registry(environment, 'check'))
    .toMatchObject({ code: 0, output: expect.stringMatching(/^none of \d+ checks failed$/m) })
  for (const [, query = ''] of readSource('docs/operations.md').text.matchAll(/`(SELECT [^`]+)`/g))
    await expect.poll(async () => (await primary!.unsafe(query)).length, { message: query }).toBeGreaterThan(0)
  await primary!`ALTER ROLE registry_server BYPASSRLS`
  expect(await registry(environment, 'check')).toMatchObject({ code: 1, output: expect.stringMatching(/^failed +roles +.*NOBYPASSRLS$/m) })
  await Promise.all([primary!.end(), standby!.end()])

  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(listProcessesOn(directory)).toEqual([])
  expect(globSync('**/.s.PGSQL.*', { cwd: directory })).toEqual([])
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

const writeState = (directory: string, version: string): void => {
  const state = { version, password: 'x', SECRET_KEY: 'x', RECEIPT_KEY: 'x' }
  writeFileSync(join(directory, 'cluster.json'), JSON.stringify(state))
}

describe('refused with one line and nothing started', () => {
  const usedPort = createServer()
  beforeAll(async () => {
    await once(usedPort.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => usedPort.close())

  const fill: Readonly<Record<string, (directory: string) => void>> = {
    empty: () => {},
    'of a newer version': (directory) => writeState(directory, '99.0.0'),
    'of another version of Postgres': (directory) => {
      writeState(directory, '0.1.0')
      mkdirSync(join(directory, 'database_1'))
      writeFileSync(join(directory, 'database_1', 'PG_VERSION'), '17\n')
    },
    'of something else': (directory) => writeFileSync(join(directory, 'letter.txt'), 'x'),
  }

  test.each([
    ['--servers 0', ['--servers', '0'], 'empty', '--servers: a whole number from 1 to 9'],
    ['a used port', [], 'empty', 'PORT: another program listens on'],
    ['a directory of a newer version', [], 'of a newer version', 'is of version 99.0.0'],
    ['a directory of another version of Postgres', [], 'of another version of Postgres', 'has data of Postgres 17'],
    ['a directory of something else', [], 'of something else', 'has files of something else'],
  ])('%s', async (name, args, content, message) => {
    const directory = mkdtempSync(join(parent, 'used-'))
    fill[content]!(directory)
    const before = readdirSync(directory, { recursive: true })
    const port = name === 'a used port' ? (usedPort.address() as AddressInfo).port : await getPort({ host: '127.0.0.1' })
    const child = startCluster([...args, '--directory', directory], port)
    const [output, problem, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    expect(code).toBe(2)
    expect(output).toBe('')
    expect(problem).toContain(message)
    expect(problem.trimEnd().split('\n')).toHaveLength(1)
    expect(readdirSync(directory, { recursive: true })).toEqual(before)
  })
})
