import assert from 'node:assert/strict'
import { vitest } from '../run/command.ts'
import type { Drill } from './drill.ts'

const requests = 10_000

export const fuzz: Drill = {
  name: 'fuzz',
  description: 'Sends random and mutated requests of every path to a server, with a new seed each time.',
  steps: async (step) => {
    const seed = Math.floor(Math.random() * 1_000_000)
    await step(`every request gets an answer, and the process stays the same (seed ${seed})`, async () => {
      const env = { FUZZ_REQUESTS: String(requests), FUZZ_SEED: String(seed) }
      const { code, output } = await vitest(['--project', 'server', 'apps/server/src/app/fuzz.test.ts'], { env })
      assert.equal(code, 0, output)
      return { requests, seed }
    })
  },
}
