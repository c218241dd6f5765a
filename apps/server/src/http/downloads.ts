import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { fileHeaders } from './headers.ts'
import { takesItsTime } from './throttle.ts'

const fileAnswer = Symbol('file answer')

/** A file to send: made by `file`, sent by the edge with back-pressure. */
export type FileAnswer = {
  readonly kind: typeof fileAnswer
  readonly name: string
  readonly contentType: string
  readonly body: Readable
  readonly headers: Readonly<Record<string, string>>
}

/** What a manifest says of the file while it leaves; shown as headers, so that a page can ask for progress (D4). */
export type FileFacts = { readonly exportId?: string; readonly rows?: number }

/**
 * A file answer. An error of `body` after its first byte breaks the connection without the last chunk, so that half a file is
 * never taken for a whole one (D4); the client's leaving destroys `body`.
 */
export const file = (name: string, contentType: string, body: Readable, { exportId, rows }: FileFacts = {}): FileAnswer => ({
  kind: fileAnswer,
  name,
  contentType,
  body,
  headers: { ...(exportId && { 'x-export-id': exportId }), ...(rows !== undefined && { 'x-export-rows': String(rows) }) },
})

export const isFileAnswer = (answer: object): answer is FileAnswer => 'kind' in answer && answer.kind === fileAnswer

/** RFC 6266: a plain name for old programs and the exact one beside it. Names are made by the server. */
const disposition = (name: string): string => {
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

/** Waits until there is something to send: an error before that is still answered as one (D4). */
const firstByte = (body: Readable): Promise<void> =>
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

export const sendFile = async (reply: FastifyReply, { name, contentType, body, headers }: FileAnswer): Promise<FastifyReply> => {
  const { raw } = reply
  takesItsTime(raw)
  // Who left while the file was being prepared is heard of no more: nobody would take it, and its source would wait for ever.
  if (raw.destroyed) body.destroy()
  else raw.once('close', () => body.destroy())
  await firstByte(body).catch((error: unknown) => {
    if (!raw.destroyed) throw error
  })
  if (raw.destroyed) return reply
  return reply.headers({ ...fileHeaders, ...headers, 'content-type': contentType, 'content-disposition': disposition(name) }).send(body)
}
