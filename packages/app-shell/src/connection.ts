import { markMissingChunk, setConnectionProblem } from '@registry/ui/connection/connection-problem.ts'

/** A call that takes longer makes the server slow. */
const slowMs = 5_000
/** A call without a whole answer ends after this time. */
const usualLimitMs = 20_000
/** The same for a call about many patients: the server ends its own statement after 30 s. */
export const longLimitMs = 45_000
/** The pauses between two attempts to reach the server again; the last one repeats. */
const retryMs = [1_000, 2_000, 5_000, 10_000, 20_000] as const
/** Statuses of a server, or of a proxy before it, that gives no answer now. */
const statusesWithoutAnswer: readonly number[] = [502, 503, 504]

/** An answer without a result or error of the server. tRPC drops the status of such an answer to a batch. */
class StatusError extends Error {
  readonly meta: { readonly response: { readonly status: number } }
  constructor(status: number) {
    super(`status ${status}`)
    this.meta = { response: { status } }
  }
}

const isTrpcAnswer = (body: unknown): boolean =>
  [body].flat().every((part) => typeof part === 'object' && part !== null && ('error' in part || 'result' in part))

/** @throws StatusError for a status of 500 or more, and for another that comes from no procedure (REQ-API-03) */
const requireAnswer = async (response: Response): Promise<Response> => {
  const { ok, status } = response
  if (
    status < 500 &&
    (ok ||
      isTrpcAnswer(
        await response
          .clone()
          .json()
          .catch(() => undefined),
      ))
  )
    return response
  throw new StatusError(status)
}

/** Sends a call and receives its whole answer, so that `signal` also ends an answer that stops half-way. */
const fetchWhole = async (input: RequestInfo | URL, init: RequestInit, signal: AbortSignal): Promise<Response> => {
  const response = await fetch(input, { ...init, signal })
  const body = await response.arrayBuffer()
  const { status, statusText, headers } = response
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers })
}

type CallOptions = {
  /** The longest time until the whole answer is there. */
  readonly limitMs?: number
  /** True if the call changes nothing, so that it may be sent twice. */
  readonly isRepeatable?: boolean
}

type SlowCall = { readonly isRepeatable: boolean; repeat(): void }

type Settings = {
  /** Calls the server. @throws when it gives no answer */
  readonly probe: () => Promise<unknown>
  /** Called when the server answers again. */
  readonly onRecovery: () => void
}

/** Watches whether the server answers, and tries again by itself until it does (FAULT-24). */
export const createConnection = () => {
  let settings: Settings | undefined
  let failures = 0
  const slowCalls = new Set<SlowCall>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const findSlowness = () => {
    if (slowCalls.size === 0) return undefined
    return [...slowCalls].some((call) => call.isRepeatable) ? 'slow' : 'slow-change'
  }
  const settle = (): void => setConnectionProblem(failures > 0 ? (navigator.onLine ? 'down' : 'offline') : findSlowness())
  const recover = (): void => {
    clearTimeout(timer)
    if (failures === 0) return
    failures = 0
    settle()
    settings?.onRecovery()
  }
  const schedule = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void check(), retryMs[Math.min(failures, retryMs.length) - 1])
  }
  const fail = (): void => {
    failures += 1
    settle()
    schedule()
  }
  /** Tries to reach the server. `probe` runs through `watchedFetch`, which reports the result. */
  const check = async (): Promise<boolean> => {
    try {
      await settings?.probe()
    } catch {
      // An answer that is an error is an answer.
    }
    return failures === 0
  }

  /** The `fetch` of all calls. It reports failures, slow answers, and the first answer after a failure. It ends a call at its limit. */
  const watchedFetch = async (input: RequestInfo | URL, init: RequestInit = {}, options: CallOptions = {}): Promise<Response> => {
    const { limitMs = usualLimitMs, isRepeatable = false } = options
    const attempt = new AbortController()
    let isRepeated = false
    const call: SlowCall = {
      isRepeatable,
      repeat: () => {
        isRepeated = true
        attempt.abort()
      },
    }
    const slowTimer = setTimeout(() => {
      slowCalls.add(call)
      settle()
    }, slowMs)
    const limitTimer = setTimeout(() => attempt.abort(), limitMs)
    const signal = AbortSignal.any([attempt.signal, ...(init.signal ? [init.signal] : [])])
    try {
      const response = await fetchWhole(input, init, signal)
      if (statusesWithoutAnswer.includes(response.status)) fail()
      else recover()
      return await requireAnswer(response)
    } catch (error) {
      if (isRepeated) return await watchedFetch(input, init, options)
      if (init.signal?.aborted !== true && !(error instanceof StatusError)) fail()
      throw error
    } finally {
      clearTimeout(slowTimer)
      clearTimeout(limitTimer)
      if (slowCalls.delete(call)) settle()
    }
  }

  return {
    watchedFetch,
    check,
    /** Sends the slow calls again, except those that change something: the server may have done them already. */
    repeatSlowCalls: (): void => {
      for (const call of slowCalls) if (call.isRepeatable) call.repeat()
    },
    /** Watches the network of the device and the files of the app. Returns a function that stops it. */
    start: (given: Settings): (() => void) => {
      settings = given
      const listeners = new AbortController()
      const { signal } = listeners
      window.addEventListener('offline', fail, { signal })
      window.addEventListener('online', () => void check(), { signal })
      window.addEventListener(
        'vite:preloadError',
        (event) => {
          // Otherwise the router reloads immediately, and without a network the page is gone.
          event.preventDefault()
          markMissingChunk()
        },
        { signal },
      )
      return () => {
        listeners.abort()
        clearTimeout(timer)
        failures = 0
        slowCalls.clear()
        settle()
      }
    },
  }
}

export type Connection = ReturnType<typeof createConnection>
