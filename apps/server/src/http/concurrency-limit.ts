import { AppError } from '@registry/domain/error'

/** Frees the slot. Further calls do nothing. */
export type Release = () => void

export type SlotUsage = { readonly used: number; readonly slots: number }

export type ConcurrencyLimit = {
  /**
   * Acquires a slot without waiting.
   * @throws AppError busy when all slots, or those of the key, are occupied
   */
  acquire(key: string): Release
  readonly inUse: SlotUsage
}

export type LimitOptions = {
  readonly slots: number
  /** Slots for one key, such as an address, a centre or an account, so that none of them occupies all. */
  readonly perKey: number
  /** Seconds before a rejected caller should retry. */
  readonly retrySeconds: number
  /** Called when the last slot is occupied and when one is free again. */
  readonly onChange?: (state: 'full' | 'free', inUse: SlotUsage) => void
}

/** Limits the parallel work of this process, in total and for each key. */
export const createConcurrencyLimit = ({ slots, perKey, retrySeconds, onChange }: LimitOptions): ConcurrencyLimit => {
  const byKey = new Map<string, number>()
  let used = 0
  const inUse = (): SlotUsage => ({ used, slots })
  const release = (key: string): void => {
    const left = (byKey.get(key) ?? 0) - 1
    if (left > 0) byKey.set(key, left)
    else byKey.delete(key)
    if (used === slots) onChange?.('free', { used: used - 1, slots })
    used -= 1
  }
  return {
    acquire: (key) => {
      const own = byKey.get(key) ?? 0
      if (used >= slots || own >= perKey) throw new AppError('busy', { seconds: retrySeconds })
      byKey.set(key, own + 1)
      used += 1
      if (used === slots) onChange?.('full', inUse())
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
