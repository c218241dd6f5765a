import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'tabular', include: ['src/**/*.test.ts'], isolate: false, testTimeout: 60_000, expect: { poll: { timeout: 55_000 } } },
})
