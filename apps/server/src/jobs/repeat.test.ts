import { expect, test } from 'vitest'
import { startRepeating } from './repeat.ts'

test('a stop signals the current run, and waits for its end', async () => {
  const events: string[] = []
  const work = startRepeating({
    everyMs: 3_600_000,
    atStart: true,
    atStop: false,
    run: async (stopped) => {
      await new Promise((resolve) => stopped.addEventListener('abort', resolve, { once: true }))
      events.push('ended')
    },
    onFailure: () => events.push('failed'),
  })
  await work.stop()
  expect(events).toEqual(['ended'])
})
