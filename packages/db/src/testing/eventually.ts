import { TestRunner, vi } from 'vitest'

/** For hooks, which belong to no test. */
const hookMs = 60_000

/**
 * Waits until a check passes. The only limit is that of the test: `vi.waitFor` alone gives up after a second, which a busy machine may take.
 * A tenth of the test's time is left to say which check did not pass.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: (TestRunner.getCurrentTest()?.timeout ?? hookMs) * 0.9 })
