import type { IdleState } from '@registry/domain/access/idle'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type IdleWatch, startIdleWatch } from './idle-watch.ts'

const hour = 3_600_000
const minute = 60_000

/** A channel between the tabs of one browser that delivers messages synchronously. */
class FakeChannel {
  static open = new Set<FakeChannel>()
  private listener: ((event: { data: unknown }) => void) | undefined
  constructor() {
    FakeChannel.open.add(this)
  }
  addEventListener(_type: string, listener: (event: { data: unknown }) => void): void {
    this.listener = listener
  }
  postMessage(data: unknown): void {
    for (const other of FakeChannel.open) if (other !== this) other.listener?.({ data })
  }
  close(): void {
    FakeChannel.open.delete(this)
  }
}

type Tab = { readonly watch: IdleWatch; state(): IdleState }
const openTab = (): Tab => {
  let state: IdleState | undefined
  const watch = startIdleWatch((next) => {
    state = next
  })
  return {
    watch,
    state: () => {
      if (!state) throw new Error('the watch reported no state')
      return state
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('BroadcastChannel', FakeChannel)
})
afterEach(() => {
  for (const channel of FakeChannel.open) channel.close()
  vi.useRealTimers()
})

describe('eight idle hours', () => {
  it('a warning comes two minutes before the end, with a countdown', () => {
    const tab = openTab()
    vi.advanceTimersByTime(8 * hour - 2 * minute - 1)
    expect(tab.state().kind).toBe('active')
    vi.advanceTimersByTime(1)
    expect(tab.state()).toEqual({ kind: 'warning', secondsLeft: 120 })
    vi.advanceTimersByTime(30_000)
    expect(tab.state()).toEqual({ kind: 'warning', secondsLeft: 90 })
    vi.advanceTimersByTime(90_000)
    expect(tab.state()).toEqual({ kind: 'expired' })
  })

  it('each activity restarts the count', () => {
    const tab = openTab()
    vi.advanceTimersByTime(7 * hour)
    tab.watch.touch()
    vi.advanceTimersByTime(7 * hour)
    expect(tab.state().kind).toBe('active')
    vi.advanceTimersByTime(hour)
    expect(tab.state().kind).toBe('expired')
  })

  it('only the button stops a countdown', () => {
    const tab = openTab()
    vi.advanceTimersByTime(8 * hour - minute)
    tab.watch.touch()
    expect(tab.state().kind).toBe('warning')
    tab.watch.stay()
    expect(tab.state().kind).toBe('active')
    vi.advanceTimersByTime(7 * hour)
    expect(tab.state().kind).toBe('active')
  })

  it('the first activity after a night without timers ends the session', () => {
    const tab = openTab()
    vi.setSystemTime(Date.now() + 10 * hour)
    tab.watch.touch()
    expect(tab.state()).toEqual({ kind: 'expired' })
  })

  it('a hidden tab checks the clock when it is visible again', () => {
    const tab = openTab()
    vi.setSystemTime(Date.now() + 8 * hour - minute)
    tab.watch.check()
    expect(tab.state()).toEqual({ kind: 'warning', secondsLeft: 60 })
  })
})

describe('the tabs of one browser', () => {
  it('share their activity', () => {
    const [used, idle] = [openTab(), openTab()]
    vi.advanceTimersByTime(7 * hour)
    used.watch.touch()
    vi.advanceTimersByTime(2 * hour)
    expect(idle.state().kind).toBe('active')
    vi.advanceTimersByTime(6 * hour)
    expect([used.state().kind, idle.state().kind]).toEqual(['expired', 'expired'])
  })

  it('all stay when the person stays in one tab', () => {
    const [one, other] = [openTab(), openTab()]
    vi.advanceTimersByTime(8 * hour - minute)
    expect(other.state().kind).toBe('warning')
    one.watch.stay()
    expect(other.state().kind).toBe('active')
  })

  it('all end together, also a tab with late timers', () => {
    const [late, punctual] = [openTab(), openTab()]
    vi.setSystemTime(Date.now() + 9 * hour)
    punctual.watch.check()
    expect(late.state()).toEqual({ kind: 'expired' })
  })

  it('report a moving mouse every five seconds at most', () => {
    const postMessage = vi.spyOn(FakeChannel.prototype, 'postMessage')
    const tab = openTab()
    postMessage.mockClear()
    for (let moved = 0; moved < 100; moved += 1) {
      vi.advanceTimersByTime(100)
      tab.watch.touch()
    }
    expect(postMessage.mock.calls.length).toBeLessThanOrEqual(2)
  })

  it('a closed page receives no messages', () => {
    const [closed, other] = [openTab(), openTab()]
    closed.watch.stop()
    vi.advanceTimersByTime(8 * hour)
    expect(other.state().kind).toBe('expired')
    expect(closed.state().kind).toBe('active')
  })
})
