import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trackResponse, throttle, untrackResponse, type ThrottleTimer } from './throttle.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const answer = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket()))

/** The rests of ten pieces that take the given milliseconds each. */
const measureRests = async (pieceMs: number, mayRest?: (clock: number) => boolean): Promise<readonly number[]> => {
  let clock = 0
  const rests: number[] = []
  const timer: ThrottleTimer = { now: () => clock, rest: async (ms) => void rests.push(ms) }
  async function* work(): AsyncGenerator<number> {
    for (let piece = 0; piece < 10; piece += 1) {
      clock += pieceMs
      yield piece
    }
  }
  const taken: number[] = []
  for await (const piece of throttle(work(), { timer, ...(mayRest && { mayRest: () => mayRest(clock) }) })) taken.push(piece)
  expect(taken).toHaveLength(10)
  return rests
}

test('long work rests thirty times as long as it works while a response is open', async () => {
  const awaited = answer()
  trackResponse(awaited)
  expect(await measureRests(5)).toEqual(Array(10).fill(150))
  awaited.emit('close')
})

test('no rest of one work is longer than a fifth of a second, nor shorter than 15 ms', async () => {
  const awaited = answer()
  trackResponse(awaited)
  expect(await measureRests(50)).toEqual(Array(10).fill(200))
  expect(await measureRests(0.2)).toEqual(Array(10).fill(15))
  awaited.emit('close')
})

test('three long works rest longer than two, until one of them ends', async () => {
  const awaited = answer()
  trackResponse(awaited)
  async function* endless(): AsyncGenerator<number> {
    for (;;) yield 0
  }
  const start = () => throttle(endless(), { timer: { now: () => 0, rest: async () => {} } })
  const [second, third] = [start(), start()]
  await second.next()
  expect(await measureRests(5)).toEqual(Array(10).fill(150))
  await third.next()
  expect(await measureRests(5)).toEqual(Array(10).fill(225))
  await third.return(undefined)
  expect(await measureRests(5)).toEqual(Array(10).fill(150))
  await second.return(undefined)
  awaited.emit('close')
})

test('long work rests no more when somebody waits for its end', async () => {
  const awaited = answer()
  trackResponse(awaited)
  expect(await measureRests(5, (clock) => clock <= 20)).toEqual(Array(4).fill(150))
  awaited.emit('close')
})

test('a signal ends a rest and the work', async () => {
  const awaited = answer()
  trackResponse(awaited)
  const leaving = new AbortController()
  async function* endless(): AsyncGenerator<number> {
    for (;;) yield 0
  }
  const rest: ThrottleTimer['rest'] = (_ms, signal) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  const work = throttle(endless(), { timer: { now: () => 0, rest }, signal: leaving.signal })
  await work.next()
  const next = expect(work.next()).rejects.toThrow('aborted')
  leaving.abort()
  await next
  expect(await work.next()).toEqual({ done: true, value: undefined })
  awaited.emit('close')
})

test('long work does not rest while no response is open', async () => {
  expect(await measureRests(5)).toEqual([])
})

test('long work still rests between two requests of a client', async () => {
  const sent = answer()
  trackResponse(sent)
  sent.emit('close')
  vi.advanceTimersByTime(19)
  expect(await measureRests(5)).toEqual(Array(10).fill(150))
  vi.advanceTimersByTime(1)
  expect(await measureRests(5)).toEqual([])
})

test('a sent response and a file do not count as open', async () => {
  const [sent, file] = [answer(), answer()]
  trackResponse(sent)
  trackResponse(file)
  sent.emit('close')
  vi.runAllTimers()
  expect(untrackResponse(file)).toBe(true)
  expect(untrackResponse(sent)).toBe(false)
  expect(await measureRests(5)).toEqual([])
})
