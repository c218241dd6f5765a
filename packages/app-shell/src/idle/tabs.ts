/** A message between the tabs of one site: the time of last activity in ms, or the session's end. */
export type TabMessage = { readonly activeAt: number } | 'ended'

/** The other tabs of this browser that show this site. */
export type Tabs = {
  send(message: TabMessage): void
  close(): void
}

const isMessage = (data: unknown): data is TabMessage =>
  data === 'ended' || (typeof data === 'object' && data !== null && 'activeAt' in data && typeof data.activeAt === 'number')

/** Connects with the other tabs. Nothing is stored on the device. */
export const connectTabs = (onMessage: (message: TabMessage) => void): Tabs => {
  const channel = new BroadcastChannel('registry.idle')
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data)) onMessage(data)
  })
  return { send: (message) => channel.postMessage(message), close: () => channel.close() }
}
