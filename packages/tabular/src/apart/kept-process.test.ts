import { type ChildProcess, spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { KeptProcess } from './kept-process.ts'

const waiting = (): ChildProcess => {
  const made = spawn(process.execPath, ['-e', 'process.on("message", () => {})'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  onTestFinished(() => void made.kill('SIGKILL'))
  return made
}

/** A process is started when it is prepared; `started` are all that were. */
const keeping = (seconds: number, start: () => ChildProcess = waiting) => {
  const started: ChildProcess[] = []
  const kept = new KeptProcess(seconds)
  onTestFinished(() => kept.end())
  const prepare = (): void =>
    kept.prepare(() => {
      const made = start()
      started.push(made)
      return made
    })
  return { kept, started, prepare }
}

test('a process that is prepared is the next one taken', () => {
  const { kept, started, prepare } = keeping(60)
  prepare()
  expect(kept.take()).toBe(started[0])
  expect(kept.take()).toBeUndefined()
})

test('no second one is prepared while one waits', () => {
  const { started, prepare } = keeping(60)
  prepare()
  prepare()
  expect(started).toHaveLength(1)
})

test('none is prepared where none is kept', () => {
  const { kept, started, prepare } = keeping(0)
  prepare()
  expect(started).toEqual([])
  expect(kept.take()).toBeUndefined()
})

test('one that cannot be started is forgotten', async () => {
  const { kept, started, prepare } = keeping(60, () => spawn('/no/such/program', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }))
  prepare()
  await new Promise((resolve) => started[0]?.once('error', resolve))
  expect(kept.take()).toBeUndefined()
})
