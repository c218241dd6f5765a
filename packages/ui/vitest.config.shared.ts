// Declares the matchers of the DOM, such as `toBeInTheDocument`, in each package with screens.
import type {} from '@testing-library/jest-dom/vitest'
import { fileURLToPath } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'
import { reactLingui } from './vite.config.shared.ts'

const setup = fileURLToPath(new URL('src/testing/setup.ts', import.meta.url))

/**
 * The vitest project of a package with screens. `ownSetup` is a file that runs before each test file, after the one of this package.
 * Test files share a worker with its browser-like environment and its loaded modules, which costs more than most tests. So the setup
 * removes after each test what a module or the browser keeps.
 */
export const screenTests = (name: string, ...ownSetup: readonly string[]): ViteUserConfig => ({
  plugins: [reactLingui()],
  test: {
    name,
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    isolate: false,
    env: { TZ: 'Europe/Rome' },
    setupFiles: [setup, ...ownSetup],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
