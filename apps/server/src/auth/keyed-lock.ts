const tails = new Map<string, Promise<unknown>>()

/**
 * Runs the work of one key in order of arrival, within this process. Attempts count before the check, so parallel correct passwords would
 * otherwise count as failures (THREAT-13).
 */
export const withLock = <T>(key: string, work: () => Promise<T>): Promise<T> => {
  const result = (tails.get(key) ?? Promise.resolve()).then(work)
  const tail = result.catch(() => {})
  tails.set(key, tail)
  void tail.then(() => {
    if (tails.get(key) === tail) tails.delete(key)
  })
  return result
}
