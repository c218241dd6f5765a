import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServerProcess } from '../testing/process.ts'
import { formatStartFailure } from './start-failure.ts'

let dataDir: string
let occupied: Server
let occupiedPort: number
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'start-'))
  occupied = createServer()
  await new Promise<void>((done) => void occupied.listen(0, '127.0.0.1', done))
  const address = occupied.address()
  occupiedPort = typeof address === 'object' && address ? address.port : 0
})
afterAll(async () => {
  await new Promise((done) => void occupied.close(done))
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs a program until it ends, and returns its exit code and output. */
const run = (file: string, variables: Readonly<Record<string, string>>, args: readonly string[] = []) =>
  new Promise<{ code: number | null; error: string; output: string }>((done, fail) => {
    const { PATH, NODE_COMPILE_CACHE, TMPDIR, HOME } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, TMPDIR, HOME, NODE_ENV: 'test', DATA_DIR: dataDir, PORT: '0', ...variables }
    const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const texts = { error: '', output: '' }
    child.stderr.on('data', (chunk: Buffer) => (texts.error += chunk.toString()))
    child.stdout.on('data', (chunk: Buffer) => (texts.output += chunk.toString()))
    child.once('error', fail)
    child.once('close', (code) => done({ code, ...texts }))
  })

const start = 'main.ts'
const demo = '../../../../tooling/src/demo.ts'
const notWritable = '/proc/no/data'

test.each([
  ['start', start, { DATA_DIR: notWritable }, [], /^DATA_DIR: \/proc\/no\/data cannot be written: .+\n$/],
  ['start', start, { UPLOAD_DIR: notWritable }, [], /^UPLOAD_DIR: \/proc\/no\/data cannot be written: .+\n$/],
  ['start', start, { METRICS_PORT: '{occupied}' }, [], /^METRICS_PORT: nothing can listen on \d+ \(EADDRINUSE\): choose another port\n$/],
  ['start', start, { PORT: '8099', METRICS_PORT: '8099' }, [], /^METRICS_PORT: must differ from PORT: .+\n$/],
  ['start', start, { PORT: '{occupied}' }, [], /^PORT: another program listens on \d+: .+\n$/],
  ['start', start, { HOST: '192.0.2.1', PORT: '8080' }, [], /^HOST: 192\.0\.2\.1 is no address of this machine: .+\n$/],
  [
    'start',
    start,
    { DATABASE_URL: 'postgres://x@127.0.0.1:9/x', SECRET_KEY: '1'.repeat(64), RECEIPT_KEY: '2'.repeat(64) },
    [],
    /^DATABASE_URL: no database answers there \(ECONNREFUSED\)\n$/,
  ],
  ['demo', demo, { DATA_DIR: notWritable }, [], /^DATA_DIR: \/proc\/no\/data cannot be written: .+\n$/],
  ['demo', demo, { PORT: '{occupied}' }, ['--fresh'], /^PORT: another program listens on \d+: .+\n$/],
  ['demo', demo, {}, ['--patients', 'many'], /^--patients: a whole number from 1 to .+\n$/],
  ['demo', demo, {}, ['--patient', '5'], /^The program could not start: .*--patient.*\n$/],
] as const)('REQ-OPS-05: %s (%#) ends with one sentence before its slow steps', async (_name, file, variables, args, sentence) => {
  const filled = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replace('{occupied}', String(occupiedPort))]),
  )
  const { code, error, output } = await run(file, filled, args)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(error).toMatch(sentence)
  expect(error.trim().split('\n')).toHaveLength(1)
})

test('REQ-OPS-05: a data directory in use is named with the process that uses it', async () => {
  const { child } = await startServerProcess(dataDir)
  try {
    const { code, error } = await run(start, {})
    expect(code).toBe(1)
    expect(error).toMatch(/^DATA_DIR: Another process \(\d+\) uses the database in .+: stop it, or choose another directory\n$/)
  } finally {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    await ended
  }
})

test.each([
  [
    Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen', port: 80 }),
    'PORT: this user may not listen on 80: choose a port above 1023, for instance PORT=8080',
  ],
  [Object.assign(new Error('x'), { code: '25006' }), 'DATABASE_URL: the database is read-only (25006)'],
  [Object.assign(new Error('x'), { code: 'ENOSPC', path: '/data/x' }), '/data/x: the disk is full'],
  [new Error('first\nsecond'), 'The program could not start: first'],
])('%s is one sentence', (error, sentence) => {
  expect(formatStartFailure(error)).toBe(sentence)
})
