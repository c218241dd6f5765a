import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs for each mutant: those that need no database and take milliseconds. */
export default defineConfig({
  test: {
    name: 'server',
    include: [
      'src/{day,html,work-queue}.test.ts',
      'src/audit/patient-set-hash.test.ts',
      'src/auth/{caller-centre,encryption,tokens}.test.ts',
      'src/http/{body-text,concurrency-limit,language,legacy/fields,origin-check,site,time-limit}.test.ts',
      'src/features/imports/{answer,entries,limits,prefetch,retry,table-error}.test.ts',
      'src/features/imports/reading/*.test.ts',
    ],
    isolate: false,
  },
})
