import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs for each mutant: those that need no database and take milliseconds. */
export default defineConfig({
  test: {
    name: 'server',
    include: [
      'src/{day,html,sealing}.test.ts',
      'src/edge/{body-text,centre-of,concurrency-limit,language,legacy-fields,origin-check,set-hash,site,time-limit}.test.ts',
      'src/features/loads/{ahead,answer,entries,import-queue,imports,table-refusal,uncrossed}.test.ts',
      'src/features/loads/reading/*.test.ts',
      'src/features/sign-in/{strength,tokens}.test.ts',
    ],
    isolate: false,
  },
})
