const swallow = (): void => {}

/**
 * Takes what comes while the one who wants it is busy, up to so many bytes, and gives it together: reading a file and storing it go on
 * side by side, and neither waits for the other to come to a round number. Stopping early ends the source by `stop`.
 */
export async function* prefetch<Step extends { readonly bytes?: Uint8Array }>(
  source: AsyncIterable<Step>,
  maxBytes: number,
  stop: () => void,
): AsyncGenerator<readonly Step[]> {
  let waiting: Step[] = []
  let bytes = 0
  let ended = false
  let changed = Promise.withResolvers<void>()
  const tell = (): void => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
  const take = async (): Promise<void> => {
    for await (const step of source) {
      waiting.push(step)
      bytes += step.bytes?.length ?? 0
      tell()
      while (bytes > maxBytes && !ended) await changed.promise
      if (ended) return
    }
  }
  const taking = take().finally(() => {
    ended = true
    tell()
  })
  taking.catch(swallow)
  try {
    for (;;) {
      if (waiting.length > 0) {
        const together = waiting
        waiting = []
        bytes = 0
        tell()
        yield together
      } else if (ended) return await taking
      else await changed.promise
    }
  } finally {
    ended = true
    tell()
    stop()
    await taking.catch(swallow)
  }
}
