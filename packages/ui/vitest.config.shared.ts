import type { ViteUserConfig } from 'vitest/config'
import { reactLingui } from './vite.config.shared.ts'

/** The vitest project of a package with screens. Its setup stands in `src/testing/setup.ts`. */
export const screenTests = (name: string): ViteUserConfig => ({
  plugins: [reactLingui()],
  test: {
    name,
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    setupFiles: ['./src/testing/setup.ts'],
    testTimeout: 30_000,
    expect: { poll: { timeout: 25_000 } },
  },
})
