import type { FileFormat, RunRole } from '@registry/api-contract/saved-filters'
import type { Language } from '@registry/domain/language'
import { Cancelled, chooseTarget, counted, type Target } from './download.ts'

/** The role that runs a filter (REQ-FIL-04). */
export type RunsAs = (typeof RunRole.options)[number]

export type ExportRequest = {
  readonly filterId: number
  readonly format: FileFormat
  readonly asRole: RunsAs
  readonly language: Language
  readonly signal: AbortSignal
  /** The server has begun: under which id to ask how far it is, and how many rows will come. */
  readonly onBegin: (exportId: string, rows: number) => void
  readonly onBytes: (bytes: number) => void
}
export type ExportedFile = { readonly name: string; readonly rows: number; readonly bytes: number }

/** The server's answer instead of a file, in the shape in which failures of other calls come (D2). */
class ExportRefused extends Error {
  readonly data: { readonly detail: { readonly code: string; readonly message: string } }
  constructor(code: string, message: string) {
    super(message)
    this.data = { detail: { code, message } }
  }
}

/** The connection broke after the file had begun: what came is half a file (D4). */
export class Broken extends Error {}

/** The file's name (spec 1, section 9). */
const fileName = (filterId: number, format: FileFormat): string => `filtro_${filterId}.${format}`

const textAt = (answer: unknown, name: string): string | undefined => {
  const value: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** What a JSON answer says where a file was expected, or 'Errore lato server' (spec 1, section 8). */
const refusalIn = async (response: Response, otherwise: string): Promise<ExportRefused> => {
  const answer: unknown = await response.json().catch(() => undefined)
  const code = textAt(answer, 'code') ?? 'unexpected'
  return new ExportRefused(code === 'APIsession_required' ? 'session_required' : code, textAt(answer, 'error') ?? otherwise)
}

const ask = ({ filterId, format, asRole, language, signal }: ExportRequest): Promise<Response> =>
  fetch('/api/inthem_query', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-By': 'app', 'Accept-Language': language },
    body: JSON.stringify({ action: 'RUN', id: filterId, format, as_role: asRole, lang: language }),
    signal,
  })

/** A file says that it is one; JSON rows would otherwise look like a failure. */
const isFile = (response: Response): boolean => response.headers.get('content-disposition')?.startsWith('attachment') === true

const fill = async (target: Target, request: ExportRequest, serverFault: string): Promise<Omit<ExportedFile, 'name'>> => {
  const response = await ask(request)
  if (!response.body || !isFile(response)) throw await refusalIn(response, serverFault)
  const rows = Number(response.headers.get('x-export-rows'))
  request.onBegin(response.headers.get('x-export-id') ?? '', rows)
  let bytes = 0
  const watch = counted((now) => {
    bytes = now
    request.onBytes(now)
  })
  await target.keep(response.body.pipeThrough(watch)).catch((error: unknown) => {
    throw new Broken('', { cause: error })
  })
  return { rows, bytes }
}

/**
 * Exports a filter to a file of the person's, whole or not at all.
 * @throws Cancelled on the person's wish, Broken when the connection broke, or the server's refusal
 */
export const exportFile = async (request: ExportRequest, serverFault: string): Promise<ExportedFile> => {
  const name = fileName(request.filterId, request.format)
  const target = await chooseTarget(name)
  try {
    return { name, ...(await fill(target, request, serverFault)) }
  } catch (error) {
    await target.discard()
    throw request.signal.aborted ? new Cancelled() : error
  }
}
