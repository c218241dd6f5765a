import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'demo-data',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    isolate: false,
    globalSetup: [fileURLToPath(import.meta.resolve('@registry/db/testing/global-setup'))],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
