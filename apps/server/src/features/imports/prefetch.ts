const ignoreRejection = (): void => {}

/**
 * Buffers items while the consumer is busy, up to `maxBytes`, and yields all buffered items at once. Reading a file and storing it overlap.
 * If the consumer stops early, `stop` ends the source.
 */
export async function* prefetch<Item extends { readonly bytes?: Uint8Array }>(
  source: AsyncIterable<Item>,
  maxBytes: number,
  stop: () => void,
): AsyncGenerator<readonly Item[]> {
  let buffered: Item[] = []
  let bytes = 0
  let ended = false
  let changed = Promise.withResolvers<void>()
  const notify = (): void => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
  const fill = async (): Promise<void> => {
    for await (const item of source) {
      buffered.push(item)
      bytes += item.bytes?.length ?? 0
      notify()
      while (bytes > maxBytes && !ended) await changed.promise
      if (ended) return
    }
  }
  const filling = fill().finally(() => {
    ended = true
    notify()
  })
  filling.catch(ignoreRejection)
  try {
    for (;;) {
      if (buffered.length > 0) {
        const items = buffered
        buffered = []
        bytes = 0
        notify()
        yield items
      } else if (ended) return await filling
      else await changed.promise
    }
  } finally {
    ended = true
    notify()
    stop()
    await filling.catch(ignoreRejection)
  }
}
