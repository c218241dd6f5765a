import type { RunRole } from '@registry/api-contract/saved-filters'
import type { ExportFormat } from '@registry/domain/file-formats'
import type { ResultDays } from '@registry/domain/observations/exported-results'
import type { Language } from '@registry/domain/language'
import { isFile } from '@registry/ui/file-error.ts'
import { shell } from '../app/shell.ts'
import { Cancelled, chooseTarget, createByteCounter, type Target } from './download.ts'

export type RunsAs = (typeof RunRole.options)[number]

/** Coarser values, or why exact ones are needed. */
export type Precision = { readonly generalise?: true; readonly reason?: string }

/** Content of a file: optional reasons of missing values, labels and semicolons, in the allowed precision. */
export type FileContent = Precision & {
  readonly missing_reasons?: true
  readonly observations?: ResultDays
  readonly labels?: true
  readonly delimiter?: 'semicolon'
}

/** Source of a file: the path that exports it, its id, and the name of the file without its ending. */
export type ExportSource = {
  readonly path: '/api/inthem_query' | '/api/clinical_study' | '/api/export_again' | '/api/study_export_again'
  readonly id: number | string
  readonly fileName: string
}

export type ExportRequest = {
  readonly content: FileContent
  readonly source: ExportSource
  readonly format: ExportFormat
  readonly asRole: RunsAs
  readonly language: Language
  readonly signal: AbortSignal
  /** Called before the request: the id for progress queries, and what to call while the export waits for its turn. */
  readonly onSend: (progressId: string, keepWaiting: () => void) => void
  /** Called with the first byte: the number of rows. */
  readonly onStart: (rows: number) => void
  readonly onBytes: (bytes: number) => void
}
export type ExportedFile = { readonly name: string; readonly rows: number; readonly bytes: number }

/** The connection broke or the server fell silent, so the file is incomplete. */
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

const send = ({ source: { path, id }, format, asRole, content, language, signal }: ExportRequest, progressId: string): Promise<Response> =>
  shell.files.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Progress-Id': progressId },
    body: JSON.stringify({ action: 'RUN', id, format, as_role: asRole, ...content, lang: language }),
    signal,
  })

const writeExport = async (target: Target, request: ExportRequest, fallback: string): Promise<Omit<ExportedFile, 'name'>> => {
  const silent = new AbortController()
  const silence = watchSilence(() => silent.abort())
  const signal = AbortSignal.any([request.signal, silent.signal])
  const progressId = crypto.randomUUID()
  request.onSend(progressId, silence.hear)
  try {
    const response = await send({ ...request, signal }, progressId)
    if (!response.body || !isFile(response)) throw await shell.files.readError(response, fallback)
    const rows = Number(response.headers.get('x-export-rows'))
    request.onStart(rows)
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
 * Exports to a file: the whole file or none.
 * @throws Cancelled by the person, IncompleteFile when the connection breaks or falls silent, or the server's error
 */
export const exportFile = async (request: ExportRequest, fallback: string): Promise<ExportedFile> => {
  const name = `${request.source.fileName}.${request.format === 'package' ? 'zip' : request.format}`
  const target = await chooseTarget(name)
  try {
    return { name, ...(await writeExport(target, request, fallback)) }
  } catch (error) {
    await target.discard()
    throw request.signal.aborted ? new Cancelled() : error
  }
}
