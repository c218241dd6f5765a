import { Refusal } from '@registry/domain/fault'

export type Slots = {
  /** Runs `work` when it is its turn. @throws Refusal busy when too many already wait */
  take<T>(work: () => Promise<T>): Promise<T>
}

/** Lets so many run at a time, first come first served, and so many more wait. */
export const slots = (atOnce: number, mayWait: number): Slots => {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    take: async (work) => {
      if (running >= atOnce) {
        if (waiting.length >= mayWait) throw new Refusal('busy', { seconds: 30 })
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
