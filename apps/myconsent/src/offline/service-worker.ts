/**
 * The service worker of the patients' site (REQ-UI-23). It answers only page loads, and only after the network failed, with a page that
 * reports it. It stores the files of that page alone, no answer of the server (THREAT-58, decision 0038).
 */

declare global {
  // The compiler has the types of pages; those of workers would clash with them.
  interface ExtendableEvent extends Event {
    waitUntil(work: Promise<unknown>): void
  }
  interface FetchEvent extends ExtendableEvent {
    readonly request: Request
    respondWith(response: Promise<Response>): void
  }
  interface WindowEventMap {
    install: ExtendableEvent
    activate: ExtendableEvent
    fetch: FetchEvent
  }
  function skipWaiting(): Promise<void>
}

/** The build writes the hash of the files, so that a change of them installs a new worker. */
const cacheName = 'offline-__HASH__'
const page = '/offline.html'
const files = [page, '/offline.css', '/offline.js']

const store = async (): Promise<void> => {
  const cache = await caches.open(cacheName)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })))
  // A worker contains no part of the app, so a new one replaces the old one immediately.
  await skipWaiting()
}

const deleteOldCaches = async (): Promise<void> => {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
}

/** The network first, always, so that no page is older than the server. */
const fetchOrSayOffline = async (request: Request, file: string): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (error) {
    const stored = await caches.match(file)
    if (!stored) throw error
    return stored
  }
}

addEventListener('install', (event) => event.waitUntil(store()))
addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()))
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(fetchOrSayOffline(request, page))
  else if (files.includes(pathname)) event.respondWith(fetchOrSayOffline(request, pathname))
})
