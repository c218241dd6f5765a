import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { fileHeaders } from './headers.ts'

const fileResponse = Symbol('file response')

/** A file to send. `sendFile` streams it with back-pressure. */
export type FileResponse = {
  readonly kind: typeof fileResponse
  readonly name: string
  readonly contentType: string
  readonly body: Readable
  /** Whether the browser shows the file itself, as a PDF to print, or saves it. */
  readonly disposition: 'attachment' | 'inline'
  readonly headers: Readonly<Record<string, string>>
}

/** The id of the export manifest and the row count are headers, so that a page can show the progress. */
export type FileMetadata = { readonly exportId?: string; readonly rows?: number; readonly disposition?: FileResponse['disposition'] }

/**
 * Creates a file response. An error of `body` after its first byte breaks the connection without the last chunk. So a partial file never
 * looks complete (REQ-EXP-03). When the client disconnects, `body` is destroyed.
 */
export const createFileResponse = (
  name: string,
  contentType: string,
  body: Readable,
  { exportId, rows, disposition = 'attachment' }: FileMetadata = {},
): FileResponse => ({
  kind: fileResponse,
  name,
  contentType,
  body,
  disposition,
  headers: { ...(exportId && { 'x-export-id': exportId }), ...(rows !== undefined && { 'x-export-rows': String(rows) }) },
})

export const isFileResponse = (result: object): result is FileResponse => 'kind' in result && result.kind === fileResponse

/** RFC 6266: an ASCII name for old programs, and the exact name (REQ-API-07). The server creates the names. */
const formatDisposition = ({ name, disposition }: FileResponse): string => {
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

/** Waits for the first bytes, because an error before them is sent as an error response (REQ-EXP-03). */
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
    const onClose = (): void => onError(new Error('the file closed before its first byte'))
    body.on('readable', onReady).on('end', onReady).on('error', onError).on('close', onClose)
  })

export const sendFile = async (reply: FastifyReply, file: FileResponse): Promise<FastifyReply> => {
  const { contentType, body, headers } = file
  const { raw } = reply
  // A client that disconnected during the preparation gives no `close` event. Without this, the source would wait forever (FAULT-17).
  if (raw.destroyed) body.destroy()
  else raw.once('close', () => body.destroy())
  await waitForFirstByte(body).catch((error: unknown) => {
    if (!raw.destroyed) throw error
  })
  if (raw.destroyed) return reply
  return reply
    .headers({ ...fileHeaders, ...headers, 'content-type': contentType, 'content-disposition': formatDisposition(file) })
    .send(body)
}
