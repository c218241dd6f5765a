import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'domain', include: ['src/**/*.test.ts'], environment: 'node', isolate: false, testTimeout: 240_000, hookTimeout: 240_000 },
})
