const tails = new Map<string, Promise<unknown>>()

/**
 * Runs the works of one key one after the other, in the order in which they came, within this process. Tries are counted before they
 * are looked at, so right passwords that arrive together would otherwise count against each other (D3, D6).
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
