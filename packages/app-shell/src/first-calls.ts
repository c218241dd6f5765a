/** A query and its input. */
type FirstQuery = readonly [procedure: string, input?: unknown]
type FirstQueries = readonly FirstQuery[] | ((id: number) => readonly FirstQuery[])

/** A call that the page sent before its other scripts arrived. */
export type FirstCall = {
  readonly url: string
  readonly body: string
  readonly language: string
  readonly sentAt: number
  /** Undefined if the server could not be reached: the app then calls again, and says so if that fails too. */
  readonly answer: Promise<Response | undefined>
}

declare global {
  interface Window {
    firstCalls?: FirstCall[]
  }
}

/** Sends queries as the tRPC client of `api.ts` does: in one call, with the inputs in the body. */
const send = (queries: readonly FirstQuery[]): FirstCall => {
  const url = `${window.location.origin}/api/trpc/${queries.map(([procedure]) => procedure).join(',')}?batch=1`
  const body = JSON.stringify(Object.fromEntries(queries.flatMap(([, input], index) => (input === undefined ? [] : [[index, input]]))))
  const language = document.documentElement.lang
  const headers = { 'Content-Type': 'application/json', 'X-Requested-By': 'app', 'Accept-Language': language }
  const answer = fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
  return { url, body, language, sentAt: performance.now(), answer }
}

/**
 * Asks who is signed in and what the page at this address shows, before the other scripts have arrived. The first text of a page with a
 * session then waits for the scripts alone, instead of for two answers after them. The server adds this script to the page of a request
 * with a session. `pages` has the queries of a page without search parameters, in the order in which its loader asks for them; an address
 * that ends with `$` is that of one record, by its number.
 */
export const sendFirstCalls = (pages: Readonly<Record<string, FirstQueries>>): void => {
  const { pathname, search } = window.location
  const found = search === '' ? pages[pathname.replace(/\/\d+$/, '/$')] : undefined
  const queries = typeof found === 'function' ? found(Number(pathname.split('/').at(-1))) : found
  window.firstCalls = [send([['session.current']]), ...(queries ? [send([['ownSessions.draftKeys'], ...queries])] : [])]
}
