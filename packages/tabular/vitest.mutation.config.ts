import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs for each mutant: fast ones with fixed input. */
export default defineConfig({
  test: {
    name: 'tabular',
    include: ['src/read/**/*.test.ts', 'src/formula-guard.test.ts'],
    exclude: ['src/read/properties.test.ts', 'src/read/large-files.test.ts'],
    isolate: false,
    testTimeout: 30_000,
  },
})
