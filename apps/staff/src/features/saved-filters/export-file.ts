import type { FileFormat, RunRole } from '@registry/api-contract/saved-filters'
import type { Language } from '@registry/domain/language'
import { Cancelled, chooseTarget, createByteCounter, type Target } from './download.ts'

/** The role that runs a filter (REQ-FIL-04). */
export type RunsAs = (typeof RunRole.options)[number]

export type ExportRequest = {
  readonly filterId: number
  readonly format: FileFormat
  readonly asRole: RunsAs
  readonly language: Language
  readonly signal: AbortSignal
  /** Called with the first byte: the id for progress queries, and the number of rows. */
  readonly onStart: (exportId: string, rows: number) => void
  readonly onBytes: (bytes: number) => void
}
export type ExportedFile = { readonly name: string; readonly rows: number; readonly bytes: number }

/** A JSON error instead of a file, in the shape of the errors of procedures, so that `toRequestError` reads it. */
class ExportRefused extends Error {
  readonly data: { readonly detail: { readonly code: string; readonly message: string } }
  constructor(code: string, message: string) {
    super(message)
    this.data = { detail: { code, message } }
  }
}

/** The connection broke or the server fell silent, so the file is incomplete (REQ-EXP-03). */
export class IncompleteFile extends Error {}

/** A server that sends no byte for this time sends no more: long enough for the longest sort (FAULT-24). */
const silenceMs = 120_000

/** Calls `onSilence` when the server sends nothing for `silenceMs`. */
const watchSilence = (onSilence: () => void) => {
  let timer = setTimeout(onSilence, silenceMs)
  return {
    hear: (): void => {
      clearTimeout(timer)
      timer = setTimeout(onSilence, silenceMs)
    },
    stop: (): void => clearTimeout(timer),
  }
}

/** The name of the file (REQ-EXP-01). */
const formatFileName = (filterId: number, format: FileFormat): string => `filtro_${filterId}.${format}`

const getText = (answer: unknown, name: string): string | undefined => {
  const value: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** Reads the error of a JSON answer; without one it uses the fallback message. */
const readError = async (response: Response, fallback: string): Promise<ExportRefused> => {
  const answer: unknown = await response.json().catch(() => undefined)
  const code = getText(answer, 'code') ?? 'unexpected'
  return new ExportRefused(code === 'APIsession_required' ? 'session_required' : code, getText(answer, 'error') ?? fallback)
}

const send = ({ filterId, format, asRole, language, signal }: ExportRequest): Promise<Response> =>
  fetch('/api/inthem_query', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-By': 'app', 'Accept-Language': language },
    body: JSON.stringify({ action: 'RUN', id: filterId, format, as_role: asRole, lang: language }),
    signal,
  })

/** A file has an attachment header. Without this check JSON rows would look like an error. */
const isFile = (response: Response): boolean => response.headers.get('content-disposition')?.startsWith('attachment') === true

const writeExport = async (target: Target, request: ExportRequest, fallback: string): Promise<Omit<ExportedFile, 'name'>> => {
  const silent = new AbortController()
  const silence = watchSilence(() => silent.abort())
  const signal = AbortSignal.any([request.signal, silent.signal])
  try {
    const response = await send({ ...request, signal })
    if (!response.body || !isFile(response)) throw await readError(response, fallback)
    const rows = Number(response.headers.get('x-export-rows'))
    request.onStart(response.headers.get('x-export-id') ?? '', rows)
    let bytes = 0
    const counter = createByteCounter((count) => {
      silence.hear()
      bytes = count
      request.onBytes(count)
    })
    await target.write(response.body.pipeThrough(counter)).catch((error: unknown) => {
      throw new IncompleteFile('', { cause: error })
    })
    return { rows, bytes }
  } catch (error) {
    throw silent.signal.aborted ? new IncompleteFile('', { cause: error }) : error
  } finally {
    silence.stop()
  }
}

/**
 * Exports a filter to a file: the whole file or none.
 * @throws Cancelled by the person, IncompleteFile when the connection breaks or falls silent, or the server's error
 */
export const exportFile = async (request: ExportRequest, fallback: string): Promise<ExportedFile> => {
  const name = formatFileName(request.filterId, request.format)
  const target = await chooseTarget(name)
  try {
    return { name, ...(await writeExport(target, request, fallback)) }
  } catch (error) {
    await target.discard()
    throw request.signal.aborted ? new Cancelled() : error
  }
}
