import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Configures the tests of a package that needs a database. A busy machine takes long to start one and to fill it. */
export const configureDatabaseTests = (name: string, root: string) =>
  defineConfig({
    test: {
      name,
      root,
      include: ['src/**/*.test.ts'],
      isolate: false,
      globalSetup: [fileURLToPath(import.meta.resolve('./global-setup.ts'))],
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 120_000 } },
    },
  })
