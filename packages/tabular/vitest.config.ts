import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'tabular',
    include: ['src/**/*.test.ts'],
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
