import { defineConfig } from 'vitest/config'

/** Repository checks start compilers, browsers and the extraction of texts: vitest's five seconds are too short on a busy machine. */
export default defineConfig({
  test: {
    name: '@registry/tooling',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
