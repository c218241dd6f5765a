import { markMissingChunk, setTrouble } from '@registry/ui/connection/trouble.ts'

/** A call that takes longer makes the server slow. */
const slowMs = 5_000
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
  let slowCalls = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const settle = (): void => setTrouble(failures > 0 ? (navigator.onLine ? 'down' : 'offline') : slowCalls > 0 ? 'slow' : undefined)
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

  /** The `fetch` of all calls. It reports failures, slow answers, and the first answer after a failure. */
  const watchedFetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    let isSlow = false
    const slowTimer = setTimeout(() => {
      isSlow = true
      slowCalls += 1
      settle()
    }, slowMs)
    try {
      const response = await fetch(input, init).catch((error: unknown) => {
        if (init?.signal?.aborted !== true) fail()
        throw error
      })
      if (statusesWithoutAnswer.includes(response.status)) fail()
      else recover()
      return await requireAnswer(response)
    } finally {
      clearTimeout(slowTimer)
      if (isSlow) {
        slowCalls -= 1
        settle()
      }
    }
  }

  return {
    watchedFetch,
    check,
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
          // Otherwise the router reloads at once, and without a network the page is gone.
          event.preventDefault()
          markMissingChunk()
        },
        { signal },
      )
      return () => {
        listeners.abort()
        clearTimeout(timer)
        failures = 0
        slowCalls = 0
        settle()
      }
    },
  }
}

export type Connection = ReturnType<typeof createConnection>
