import { AppError } from '@registry/domain/error'

/** Gives a place back; more than once is harmless. */
export type Release = () => void

/** How many places are taken, and how many there are. */
export type SlotUsage = { readonly used: number; readonly places: number }

export type ConcurrencyLimit = {
  /** Takes a place at once or not at all. @throws AppError busy when all places, or those of the key, are taken */
  acquire(key: string): Release
  readonly inUse: SlotUsage
}

export type LimitOptions = {
  /** Places in all. */
  readonly places: number
  /** Places that one key may take: an address, a centre, an account. One of them never takes all. */
  readonly perKey: number
  /** Seconds after which a refused caller may try again. */
  readonly retrySeconds: number
  /** Hears that the last place was taken, and that one is free again. */
  readonly onChange?: (state: 'full' | 'free', inUse: SlotUsage) => void
}

/** A limit on what runs at the same time in this process, in all and for each key. */
export const createConcurrencyLimit = ({ places, perKey, retrySeconds, onChange }: LimitOptions): ConcurrencyLimit => {
  const byKey = new Map<string, number>()
  let used = 0
  const inUse = (): SlotUsage => ({ used, places })
  const release = (key: string): void => {
    const left = (byKey.get(key) ?? 0) - 1
    if (left > 0) byKey.set(key, left)
    else byKey.delete(key)
    if (used === places) onChange?.('free', { used: used - 1, places })
    used -= 1
  }
  return {
    acquire: (key) => {
      const own = byKey.get(key) ?? 0
      if (used >= places || own >= perKey) throw new AppError('busy', { seconds: retrySeconds })
      byKey.set(key, own + 1)
      used += 1
      if (used === places) onChange?.('full', inUse())
      let held = true
      return () => {
        if (held) release(key)
        held = false
      }
    },
    get inUse() {
      return inUse()
    },
  }
}
