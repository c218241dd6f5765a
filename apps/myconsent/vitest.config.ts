import { reactLingui } from '@registry/ui/vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [reactLingui()],
  test: {
    name: 'myconsent',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    setupFiles: ['./src/testing/setup.ts'],
    testTimeout: 30_000,
    expect: { poll: { timeout: 25_000 } },
  },
})
