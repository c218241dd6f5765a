import { type IdleState, getIdleState } from '@registry/domain/access/idle'

/** A message between the tabs of one site: the time of last activity in ms, or the session's end. */
type TabMessage = { readonly activeAt: number } | 'ended'

/** The other tabs of this browser that show this site. */
type Tabs = {
  send(message: TabMessage): void
  close(): void
}

const isMessage = (data: unknown): data is TabMessage =>
  data === 'ended' || (typeof data === 'object' && data !== null && 'activeAt' in data && typeof data.activeAt === 'number')

/** Connects with the other tabs. Nothing is stored on the device. */
const connectTabs = (onMessage: (message: TabMessage) => void): Tabs => {
  const channel = new BroadcastChannel('registry.idle')
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data)) onMessage(data)
  })
  return { send: (message) => channel.postMessage(message), close: () => channel.close() }
}

/** The shortest time between two messages about activity to the other tabs. */
const messageIntervalMs = 5_000

export type IdleWatch = {
  /** Reports activity. During the countdown only `stay` counts. */
  touch(): void
  stay(): void
  /** Checks the clock immediately: timers of a sleeping computer or a hidden tab run late. */
  check(): void
  stop(): void
}

/** Watches the activity in all tabs of the site and reports the state: active, warning or expired (REQ-UI-10). */
export const startIdleWatch = (onState: (state: IdleState) => void): IdleWatch => {
  let lastActiveAt = Date.now()
  let messagedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const check = (): void => {
    clearTimeout(timer)
    const state = getIdleState(lastActiveAt, Date.now())
    onState(state)
    if (state.kind === 'active') timer = setTimeout(check, state.forMs)
    if (state.kind === 'warning') timer = setTimeout(check, 1000)
    if (state.kind === 'expired') tabs.send('ended')
  }
  const onMessage = (message: TabMessage): void => {
    if (message === 'ended') {
      clearTimeout(timer)
      onState({ kind: 'expired' })
      return
    }
    lastActiveAt = Math.max(lastActiveAt, message.activeAt)
    check()
  }
  const tabs = connectTabs(onMessage)
  const recordActivity = (): void => {
    lastActiveAt = Date.now()
    if (lastActiveAt - messagedAt < messageIntervalMs) return
    messagedAt = lastActiveAt
    tabs.send({ activeAt: lastActiveAt })
  }
  const stay = (): void => {
    messagedAt = 0
    recordActivity()
    check()
  }

  stay()
  return {
    touch: () => (getIdleState(lastActiveAt, Date.now()).kind === 'active' ? recordActivity() : check()),
    stay,
    check,
    stop: () => {
      clearTimeout(timer)
      tabs.close()
    },
  }
}
