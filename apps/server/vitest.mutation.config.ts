import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs for each mutant: those that need no database and take milliseconds. */
export default defineConfig({
  test: {
    name: 'server',
    include: [
      'src/features/loads/{ahead,answer,entries,import-queue,imports,table-refusal,uncrossed}.test.ts',
      'src/features/loads/reading/*.test.ts',
    ],
    isolate: false,
  },
})
