import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Configures the tests of a package that needs a database. A busy machine takes long to start one and to fill it. */
export const configureDatabaseTests = (name: string, root: string, { testTimeout = 240_000 } = {}) =>
  defineConfig({
    test: {
      name,
      root,
      include: ['src/**/*.test.ts'],
      isolate: false,
      globalSetup: [fileURLToPath(import.meta.resolve('./global-setup.ts'))],
      testTimeout,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 120_000 } },
    },
  })
