import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs for each mutant: those that take milliseconds and have the same input each time. */
export default defineConfig({
  test: {
    name: 'tabular',
    include: ['src/read.test.ts', 'src/read/**/*.test.ts', 'src/formula-guard.test.ts'],
    exclude: ['src/read/properties.test.ts', 'src/read/large-files.test.ts'],
    isolate: false,
    testTimeout: 30_000,
  },
})
