import type { Readable } from 'node:stream'
import { AppError } from '@registry/domain/error'

/** The maximum duration of a body, including pauses of the server. The HTTP server usually ends it earlier. */
const maxBodyMs = 150_000

/** The minimum number of bytes in each period. */
export type MinimumSpeed = { readonly bytes: number; readonly milliseconds: number }

export type BodyLimits = { readonly maxBytes: number; readonly minimumSpeed: MinimumSpeed; readonly tooLarge: () => AppError }

export type BodyWatch = {
  /** Aborts with an AppError when the body is too large or too slow, or when `fail` is called. */
  readonly signal: AbortSignal
  fail(error: AppError): void
  stop(): void
}

/**
 * Watches a body while it is read, because its declared length may be wrong (THREAT-23, THREAT-41). Periods in which the server pauses
 * reading do not count against the sender.
 */
export const watchBody = (body: Readable, { maxBytes, minimumSpeed, tooLarge }: BodyLimits): BodyWatch => {
  const failed = new AbortController()
  let total = 0
  let inPeriod = 0
  let period: NodeJS.Timeout | undefined
  const longest = setTimeout(() => fail(new AppError('upload_too_slow')), maxBodyMs)
  const endPeriod = (): void => clearTimeout(period)
  const beginPeriod = (): void => {
    endPeriod()
    inPeriod = 0
    period = setTimeout(
      () => (inPeriod < minimumSpeed.bytes ? fail(new AppError('upload_too_slow')) : beginPeriod()),
      minimumSpeed.milliseconds,
    )
  }
  const count = (chunk: Buffer): void => {
    total += chunk.length
    inPeriod += chunk.length
    if (total > maxBytes) fail(tooLarge())
  }
  const stop = (): void => {
    endPeriod()
    clearTimeout(longest)
    body.off('data', count).off('pause', endPeriod).off('resume', beginPeriod).off('end', stop).off('close', stop)
  }
  const fail = (error: AppError): void => {
    stop()
    failed.abort(error)
  }
  body.on('data', count).on('pause', endPeriod).on('resume', beginPeriod).on('end', stop).on('close', stop)
  beginPeriod()
  return { signal: failed.signal, fail, stop }
}
