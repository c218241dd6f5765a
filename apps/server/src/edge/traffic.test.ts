import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { awaits, givingWay, takesItsTime } from './traffic.ts'

const answer = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket()))
const workMs = 5
const pieces = 10

async function* work(): AsyncGenerator<number> {
  for (let piece = 0; piece < pieces; piece += 1) {
    for (const until = performance.now() + workMs; performance.now() < until;);
    yield piece
  }
}

/** Milliseconds that the work rested in all. */
const rested = async (): Promise<number> => {
  const began = performance.now()
  let worked = 0
  let since = performance.now()
  for await (const _ of givingWay(work())) {
    worked += workMs
    since = performance.now()
  }
  return since - began - worked
}

test('long work rests as long as it works while somebody waits for an answer', async () => {
  const awaited = answer()
  awaits(awaited)
  expect(await rested()).toBeGreaterThan((pieces - 2) * workMs)
  awaited.emit('close')
})

test('an answer that was sent, or is itself a file, is not waited for', async () => {
  const [sent, file] = [answer(), answer()]
  awaits(sent)
  awaits(file)
  sent.emit('close')
  expect(takesItsTime(file)).toBe(true)
  expect(takesItsTime(sent)).toBe(false)
})
