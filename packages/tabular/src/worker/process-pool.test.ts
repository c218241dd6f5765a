import { type ChildProcess, spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { ProcessPool } from './process-pool.ts'

const spawnIdle = (): ChildProcess => {
  const child = spawn(process.execPath, ['-e', 'process.on("message", () => {})'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** A pool, and all processes that its `prepare` has started. */
const createPool = (idleSeconds: number, start: () => ChildProcess = spawnIdle) => {
  const started: ChildProcess[] = []
  const pool = new ProcessPool(idleSeconds)
  onTestFinished(() => pool.close())
  const prepare = (): void =>
    pool.prepare(() => {
      const child = start()
      started.push(child)
      return child
    })
  return { pool, started, prepare }
}

test('a prepared process is acquired next', () => {
  const { pool, started, prepare } = createPool(60)
  prepare()
  expect(pool.acquire()).toBe(started[0])
  expect(pool.acquire()).toBeUndefined()
})

test('no second process is prepared while one is idle', () => {
  const { started, prepare } = createPool(60)
  prepare()
  prepare()
  expect(started).toHaveLength(1)
})

test('a pool without idle time prepares no process', () => {
  const { pool, started, prepare } = createPool(0)
  prepare()
  expect(started).toEqual([])
  expect(pool.acquire()).toBeUndefined()
})

test('a process that fails to start is removed from the pool', async () => {
  const { pool, started, prepare } = createPool(60, () => spawn('/no/such/program', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }))
  prepare()
  await new Promise((resolve) => started[0]?.once('error', resolve))
  expect(pool.acquire()).toBeUndefined()
})

test('a closed pool leaves no process that could still write', async () => {
  const { pool, started, prepare } = createPool(60)
  prepare()
  const surplus = spawnIdle()
  pool.release(surplus)
  await pool.close()
  expect([...started, surplus].map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', 'SIGKILL'])
})
