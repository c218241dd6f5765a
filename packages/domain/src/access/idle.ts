/** Milliseconds without activity after which a signed-in person is signed out (REQ-UI-10). */
export const idleMs = 28_800_000
/** Milliseconds of the countdown before the sign-out, in which the person can stay signed in. */
export const idleWarningMs = 120_000

/** `forMs` is the time until the countdown starts. */
export type IdleState =
  | { readonly kind: 'active'; readonly forMs: number }
  | { readonly kind: 'warning'; readonly secondsLeft: number }
  | { readonly kind: 'expired' }

/** Returns the state of a person whose last activity was at `lastActiveAt`. Both times are in milliseconds. */
export const getIdleState = (lastActiveAt: number, now: number): IdleState => {
  const leftMs = lastActiveAt + idleMs - now
  if (leftMs <= 0) return { kind: 'expired' }
  if (leftMs <= idleWarningMs) return { kind: 'warning', secondsLeft: Math.ceil(leftMs / 1000) }
  return { kind: 'active', forMs: leftMs - idleWarningMs }
}
