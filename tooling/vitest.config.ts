import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: '@registry/tooling', root: import.meta.dirname, include: ['src/**/*.test.ts'], testTimeout: 60_000 },
})
