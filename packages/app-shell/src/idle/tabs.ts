/** What the tabs of one site tell each other about their person: when they were last active, or that their time is over. */
export type TabMessage = { readonly activeAt: number } | 'ended'

/** The other tabs of this browser that show this site. */
export type Tabs = {
  tell(message: TabMessage): void
  close(): void
}

const isMessage = (data: unknown): data is TabMessage =>
  data === 'ended' || (typeof data === 'object' && data !== null && 'activeAt' in data && typeof data.activeAt === 'number')

/** Opens the way to the other tabs; nothing of it stays on the device. */
export const openTabs = (hear: (message: TabMessage) => void): Tabs => {
  const channel = new BroadcastChannel('registry.idle')
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data)) hear(data)
  })
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() }
}
