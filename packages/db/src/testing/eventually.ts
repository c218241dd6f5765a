import { TestRunner, vi } from 'vitest'

/** The timeout in hooks, which have no test. */
const hookMs = 240_000

/**
 * Waits until a check passes, for 90 % of the test's timeout. The default of `vi.waitFor`, one second, is too short for a busy machine. The
 * remaining time is for reporting the failed check.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: (TestRunner.getCurrentTest()?.timeout ?? hookMs) * 0.9 })
