import type { Deps } from '../../app/deps.ts'
import { beginDueCommunications } from './begin.ts'
import { releaseCommunications } from './release.ts'

/** Begins due communications and moves recipients into the outbox. Returns whether it moved any. */
export const fillFromCommunications = async (needs: Pick<Deps, 'database' | 'clock' | 'env' | 'log' | 'messages'>): Promise<boolean> => {
  await beginDueCommunications(needs)
  return releaseCommunications(needs)
}
