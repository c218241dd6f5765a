import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'db',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    isolate: false,
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
