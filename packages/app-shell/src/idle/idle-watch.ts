import { type IdleState, getIdleState } from '@registry/domain/access/idle'
import { openTabs } from './tabs.ts'

/** Moving a mouse tells the other tabs no more often than this. */
const tellEveryMs = 5_000

export type IdleWatch = {
  /** The person did something. In the countdown it no longer counts: they are asked, and answer with `stay`. */
  touch(): void
  stay(): void
  /** Looks at the clock now, which timers of a sleeping computer or a hidden tab did too late. */
  look(): void
  stop(): void
}

/** Watches for activity in all tabs of the site together, and tells what follows from it: nothing, a countdown, or the end. */
export const startIdleWatch = (onState: (state: IdleState) => void): IdleWatch => {
  let lastActiveAt = Date.now()
  let toldAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = (): void => {
    clearTimeout(timer)
    const state = getIdleState(lastActiveAt, Date.now())
    onState(state)
    if (state.kind === 'active') timer = setTimeout(look, state.forMs)
    if (state.kind === 'warning') timer = setTimeout(look, 1000)
    if (state.kind === 'expired') tabs.tell('ended')
  }
  const hear = (message: Parameters<Parameters<typeof openTabs>[0]>[0]): void => {
    if (message === 'ended') {
      clearTimeout(timer)
      onState({ kind: 'expired' })
      return
    }
    lastActiveAt = Math.max(lastActiveAt, message.activeAt)
    look()
  }
  const tabs = openTabs(hear)
  const beActive = (): void => {
    lastActiveAt = Date.now()
    if (lastActiveAt - toldAt < tellEveryMs) return
    toldAt = lastActiveAt
    tabs.tell({ activeAt: lastActiveAt })
  }
  const stay = (): void => {
    toldAt = 0
    beActive()
    look()
  }

  stay()
  return {
    touch: () => (getIdleState(lastActiveAt, Date.now()).kind === 'active' ? beActive() : look()),
    stay,
    look,
    stop: () => {
      clearTimeout(timer)
      tabs.close()
    },
  }
}
