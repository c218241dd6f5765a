/** After so long without activity a signed-in person is signed out (spec 1, sections 1 and 9; spec 2, section 9). */
export const idleMs = 28_800_000
/** For so long before that a countdown offers to stay. */
export const idleWarningMs = 120_000

/** `forMs`: how long nothing has to be done. */
export type IdleState =
  | { readonly kind: 'active'; readonly forMs: number }
  | { readonly kind: 'warning'; readonly secondsLeft: number }
  | { readonly kind: 'expired' }

/** Where somebody stands who was last active at `lastActiveAt`. */
export const getIdleState = (lastActiveAt: number, now: number): IdleState => {
  const leftMs = lastActiveAt + idleMs - now
  if (leftMs <= 0) return { kind: 'expired' }
  if (leftMs <= idleWarningMs) return { kind: 'warning', secondsLeft: Math.ceil(leftMs / 1000) }
  return { kind: 'active', forMs: leftMs - idleWarningMs }
}
