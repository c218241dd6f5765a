import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '@registry/api-contract/caller'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../../app/deps.ts'
import type { StartedWork } from '../../shared/work-progress.ts'
import { withTimeLimit } from '../time-limit.ts'
import type { UploadedFile } from '../uploads.ts'
import type { LegacyCall } from './route.ts'

type CallWithFile = LegacyCall & { readonly file: UploadedFile }

/**
 * A call with its file. `stopped` aborts when the person who uploads a file stops it. A program that lost its connection gets its report
 * from the next upload (FAULT-12).
 */
export type UploadCall = CallWithFile & { readonly progress: StartedWork; readonly stopped: AbortSignal | undefined }

/** The id that a page gives to its upload, to follow it before the answer. Other programs send none. */
const UploadId = z.uuid().optional().catch(undefined)

/** Runs the operation of an upload. Its caller can follow it until it ends. */
export const withProgress = async <T>(caller: Caller, call: CallWithFile, work: (upload: UploadCall) => Promise<T>): Promise<T> => {
  const progress = await call.deps.uploads.progress.start(caller, UploadId.parse(call.request.headers['x-upload-id']))
  try {
    return await work({ ...call, progress, stopped: caller.actor.kind === 'staff' ? call.signal : undefined })
  } finally {
    await progress.end()
  }
}

/** Limits the time of an upload, so that its file and its slot are always released (THREAT-23). */
export const withUploadTime = <T>({ uploads, log }: Deps, request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
  const onAbandoned = (): void => log.error({ requestId: request.id }, 'an upload did not end at its time limit and was abandoned')
  return withTimeLimit(uploads.timeLimit, { error: new AppError('busy', { seconds: 30 }), onAbandoned }, work)
}

/** @throws AppError import_stopped */
export const throwIfStopped = (stopped: AbortSignal | undefined): void => {
  if (stopped?.aborted) throw new AppError('import_stopped')
}
