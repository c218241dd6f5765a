import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs for each mutant: those that need no database and take milliseconds. */
export default defineConfig({
  test: {
    name: 'server',
    include: [
      'src/auth/{caller-centre,encryption,tokens}.test.ts',
      'src/features/filters/saved-filters/free-sql.test.ts',
      'src/features/imports/{answer,limits,report-entries,retry}.test.ts',
      'src/features/imports/reading/*.test.ts',
      'src/http/{body-text,concurrency-limit,language,origin-check,site-address,time-limit}.test.ts',
      'src/http/legacy/fields.test.ts',
      'src/shared/{day,html,parse-number,work-queue}.test.ts',
    ],
    isolate: false,
  },
})
