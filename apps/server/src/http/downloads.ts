import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { fileHeaders } from './headers.ts'
import { untrackResponse } from './throttle.ts'

const fileResponse = Symbol('file answer')

/** A file to send: made by `file`, sent by the edge with back-pressure. */
export type FileResponse = {
  readonly kind: typeof fileResponse
  readonly name: string
  readonly contentType: string
  readonly body: Readable
  readonly headers: Readonly<Record<string, string>>
}

/** What a manifest says of the file while it leaves; shown as headers, so that a page can ask for progress (D4). */
export type FileMetadata = { readonly exportId?: string; readonly rows?: number }

/**
 * A file answer. An error of `body` after its first byte breaks the connection without the last chunk, so that half a file is
 * never taken for a whole one (D4); the client's leaving destroys `body`.
 */
export const createFileResponse = (
  name: string,
  contentType: string,
  body: Readable,
  { exportId, rows }: FileMetadata = {},
): FileResponse => ({
  kind: fileResponse,
  name,
  contentType,
  body,
  headers: { ...(exportId && { 'x-export-id': exportId }), ...(rows !== undefined && { 'x-export-rows': String(rows) }) },
})

export const isFileResponse = (answer: object): answer is FileResponse => 'kind' in answer && answer.kind === fileResponse

/** RFC 6266: a plain name for old programs and the exact one beside it. Names are made by the server. */
const formatDisposition = (name: string): string => {
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

/** Waits until there is something to send: an error before that is still answered as one (D4). */
const waitForFirstByte = (body: Readable): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (): void => {
      body.off('readable', onReady).off('end', onReady).off('error', onError).off('close', onClose)
    }
    const onReady = (): void => {
      settle()
      resolve()
    }
    const onError = (error: Error): void => {
      settle()
      reject(error)
    }
    const onClose = (): void => onError(new Error('the file ended before it began'))
    body.on('readable', onReady).on('end', onReady).on('error', onError).on('close', onClose)
  })

export const sendFile = async (reply: FastifyReply, { name, contentType, body, headers }: FileResponse): Promise<FastifyReply> => {
  const { raw } = reply
  untrackResponse(raw)
  // Who left while the file was being prepared is heard of no more: nobody would take it, and its source would wait for ever.
  if (raw.destroyed) body.destroy()
  else raw.once('close', () => body.destroy())
  await waitForFirstByte(body).catch((error: unknown) => {
    if (!raw.destroyed) throw error
  })
  if (raw.destroyed) return reply
  return reply
    .headers({ ...fileHeaders, ...headers, 'content-type': contentType, 'content-disposition': formatDisposition(name) })
    .send(body)
}
