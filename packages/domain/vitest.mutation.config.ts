import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs for each mutant, in one process without a fresh start for each file. */
export default defineConfig({
  test: { name: 'domain', include: ['src/**/*.test.ts'], environment: 'node', isolate: false, testTimeout: 30_000 },
})
