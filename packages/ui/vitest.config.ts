import { defineConfig } from 'vitest/config'
import { reactLingui } from './vite.config.shared.ts'

export default defineConfig({
  plugins: [reactLingui()],
  test: {
    name: 'ui',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    setupFiles: ['./src/testing/setup.ts'],
    testTimeout: 30_000,
    expect: { poll: { timeout: 25_000 } },
  },
})
