import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { formatActorName, type Actor } from '@registry/api-contract/caller'
import type { Database } from '@registry/db/connect'
import { AppError } from '@registry/domain/error'
import type { Env } from '../app/env.ts'
import { addField, requireUtf8 } from './body-text.ts'
import { watchBody, type BodyWatch, type MinimumSpeed } from './body-limits.ts'
import { createConcurrencyLimit, type ConcurrencyLimit, type Release } from './concurrency-limit.ts'
import { toAppError } from '../shared/errors/to-app-error.ts'
import { parseLegacyFields, type LegacyFields } from './legacy/fields.ts'
import { formatHousehold } from '../auth/rate-limit.ts'
import type { TimeLimit } from './time-limit.ts'
import { createWorkProgress, type WorkProgress } from '../shared/work-progress.ts'
import { getFilePath, createUploadFiles, withDiskFullError, type UploadFiles } from './upload-files.ts'

/** Bytes of one uploaded file (REQ-IMP-08). */
export const fileLimit = 50 * 1024 * 1024
const limits = { files: 1, fields: 10, parts: 12, fileSize: fileLimit, fieldSize: 64 * 1024, fieldNameSize: 100, headerPairs: 50 }
/** Bytes for the other parts and for all headers. */
const overheadBytes = 1024 * 1024

/** A file that waits on disk. The sender chose the name. Reports show it, but it is never a path (THREAT-31). */
export type UploadedFile = { readonly path: string; readonly name: string; readonly bytes: number; readonly sha256: string }

/** The resources that uploads share in one process. Known callers never wait for unknown ones (THREAT-23). */
export type Uploads = {
  readonly files: UploadFiles
  /** Slots for files of unknown callers, by network address. */
  readonly unknown: ConcurrencyLimit
  /** Slots for files of known callers, by centre or account, until the operation ends. */
  readonly known: ConcurrencyLimit
  readonly minimumSpeed: MinimumSpeed
  /** Time for the operation after the upload. It is longer than the longest wait for an import plus the longest import. */
  readonly timeLimit: TimeLimit
  /** The progress of the operations after the uploads. */
  readonly progress: WorkProgress
}

type UploadEnv = Pick<Env, 'UPLOAD_DIR' | 'DATA_DIR'>

export const createUploads = (env: UploadEnv, log: FastifyBaseLogger, database: Database): Uploads => {
  const onChange = (whose: string) => (state: 'full' | 'free', inUse: object) =>
    state === 'full'
      ? log.warn({ whose, ...inUse }, 'all upload slots are in use')
      : log.info({ whose, ...inUse }, 'an upload slot is free')
  return {
    files: createUploadFiles(env),
    unknown: createConcurrencyLimit({ slots: 40, perKey: 4, retrySeconds: 10, onChange: onChange('unknown callers') }),
    known: createConcurrencyLimit({ slots: 20, perKey: 5, retrySeconds: 30, onChange: onChange('known callers') }),
    minimumSpeed: { bytes: 64 * 1024, milliseconds: 10_000 },
    timeLimit: { milliseconds: 25 * 60_000, graceMilliseconds: 0 },
    progress: createWorkProgress(database),
  }
}

/** The content of a multipart request. */
export type Upload = {
  readonly fields: LegacyFields
  readonly file: UploadedFile | undefined
  /**
   * Moves the file to a slot of its caller, who is known now.
   * @throws AppError busy
   */
  assignTo(actor: Actor): void
  /** Removes the file and frees its slot. Further calls do nothing. */
  dispose(): Promise<void>
}

/** Finds the caller by the fields before the file, or undefined if a later field may name it. @throws AppError for a caller who may not upload */
export type FindCaller = (fieldsBeforeFile: LegacyFields) => Promise<Actor | undefined>

const sanitizeName = (name: string): string => name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(-255)

/** RFC 2046 allows 70 characters, and some programs use more. Without a boundary, a body would seem to have no parts. */
const boundary = /;\s*boundary=(?:"[^"]{1,200}"|[^\s";,]{1,200})\s*(?:;|$)/i
const requireBoundary = ({ headers }: FastifyRequest): void => {
  if (!boundary.test(headers['content-type'] ?? '')) throw new AppError('boundary_wrong')
}

const createTooLargeError = (): AppError => new AppError('file_too_large', { megabytes: fileLimit / 1024 / 1024 })

/** The slot and the file of one upload, both released at its end. */
class UploadResources {
  readonly #uploads: Uploads
  #release: Release | undefined
  #isKnown = false
  #file: FileHandle | undefined

  constructor(uploads: Uploads) {
    this.#uploads = uploads
  }

  acquireSlot(actor: Actor | undefined, address: string): void {
    const { known, unknown } = this.#uploads
    this.#release = actor ? known.acquire(formatActorName(actor)) : unknown.acquire(formatHousehold(address))
    this.#isKnown = actor !== undefined
  }

  assignTo(actor: Actor): void {
    if (!this.#release || this.#isKnown) return
    const release = this.#uploads.known.acquire(formatActorName(actor))
    this.#release()
    this.#release = release
    this.#isKnown = true
  }

  async openFile(signal?: AbortSignal): Promise<FileHandle> {
    const file = await withDiskFullError(() => this.#uploads.files.create())
    if (!signal?.aborted) return (this.#file = file)
    await file.close()
    throw signal.reason
  }

  async dispose(): Promise<void> {
    const [file, release] = [this.#file, this.#release]
    this.#file = this.#release = undefined
    release?.()
    await file?.close()
  }
}

const saveStream = async (stream: Readable, file: FileHandle, signal: AbortSignal): Promise<Omit<UploadedFile, 'name'>> => {
  const hash = createHash('sha256')
  let bytes = 0
  const write = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      await file.appendFile(chunk)
    }
  }
  await withDiskFullError(() => pipeline(stream, write, { signal }))
  return { path: getFilePath(file), bytes, sha256: hash.digest('hex') }
}

/** The parser truncates a file beyond the limit. Importing it would import half of the file (THREAT-23). */
const saveFile = async (part: MultipartFile, file: FileHandle, watch: BodyWatch): Promise<UploadedFile> => {
  part.file.once('limit', () => watch.fail(createTooLargeError()))
  const saved = await saveStream(part.file, file, watch.signal)
  if (part.file.truncated) throw createTooLargeError()
  return { ...saved, name: sanitizeName(part.filename) }
}

/** A body that ends without any part does not use the boundary of its header. */
async function* withUnmatchedBoundary<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  let found = false
  try {
    for await (const part of parts) {
      found = true
      yield part
    }
  } catch (error) {
    throw !found && toAppError(error)?.detail.code === 'upload_incomplete' ? new AppError('boundary_unmatched') : error
  }
}

type PartReader = {
  readonly request: FastifyRequest
  readonly resources: UploadResources
  readonly watch: BodyWatch
  readonly findCaller: FindCaller
  /** The usual name of the file. A part of this name without a file name may have any length. */
  readonly uploadName: string | undefined
}

const readParts = async ({ request, resources, watch, findCaller, uploadName }: PartReader): Promise<Pick<Upload, 'fields' | 'file'>> => {
  const fields = new Map<string, unknown>()
  const read = (): LegacyFields => parseLegacyFields(Object.fromEntries(fields))
  let file: UploadedFile | undefined
  for await (const part of withUnmatchedBoundary(request.parts({ limits }))) {
    watch.signal.throwIfAborted()
    if (part.type === 'file') {
      const actor = await findCaller(read())
      watch.signal.throwIfAborted()
      resources.acquireSlot(actor, request.ip)
      file = await saveFile(part, await resources.openFile(watch.signal), watch)
    } else if (part.valueTruncated && part.fieldname === uploadName) addField(fields, part.fieldname, '')
    else if (part.valueTruncated || part.fieldnameTruncated) throw new AppError('body_too_large')
    else addField(fields, requireUtf8(part.fieldname), requireUtf8(String(part.value)))
  }
  return { fields: read(), file }
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted')), { once: true })
  })

/**
 * Receives a multipart request with at most one file. Its parts may have any order (REQ-IMP-11). If the caller is known before the file,
 * the file occupies a slot of that caller. Otherwise it waits on disk, unread, in a slot for unknown callers. After a failure nothing
 * remains.
 * @throws AppError file_too_large, body_too_large, body_type_wrong, upload_incomplete, upload_too_slow, upload_space_full or busy
 */
export const receiveUpload = async (
  request: FastifyRequest,
  uploads: Uploads,
  { findCaller, uploadName }: Pick<PartReader, 'findCaller' | 'uploadName'>,
): Promise<Upload> => {
  if (!request.isMultipart()) throw new AppError('body_type_wrong')
  requireBoundary(request)
  const maxBytes = fileLimit + overheadBytes
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw createTooLargeError()
  const resources = new UploadResources(uploads)
  const watch = watchBody(request.raw, { maxBytes, minimumSpeed: uploads.minimumSpeed, tooLarge: createTooLargeError })
  const dispose = (): Promise<void> => resources.dispose()
  try {
    const received = await Promise.race([readParts({ request, resources, watch, findCaller, uploadName }), rejectOnAbort(watch.signal)])
    return { ...received, assignTo: (actor) => resources.assignTo(actor), dispose }
  } catch (error) {
    await dispose()
    throw watch.signal.aborted ? watch.signal.reason : error
  } finally {
    watch.stop()
  }
}

/** The body of a request as a file, which its caller must release. */
export type ReceivedFile = { readonly file: UploadedFile; dispose(): Promise<void> }

/**
 * Receives a body that is itself the file, of a known caller. After a failure nothing remains.
 * @throws AppError file_too_large, upload_incomplete, upload_too_slow, upload_space_full or busy
 */
export const receiveFile = async ({ raw, headers, ip }: FastifyRequest, uploads: Uploads, actor: Actor): Promise<ReceivedFile> => {
  if (Number(headers['content-length'] ?? 0) > fileLimit) throw createTooLargeError()
  const resources = new UploadResources(uploads)
  resources.acquireSlot(actor, ip)
  try {
    const handle = await resources.openFile()
    // Watching makes the body flow, so the file must be open.
    const watch = watchBody(raw, { maxBytes: fileLimit, minimumSpeed: uploads.minimumSpeed, tooLarge: createTooLargeError })
    const file = await saveStream(raw, handle, watch.signal)
      .catch((error: unknown) => {
        if (watch.signal.aborted) throw watch.signal.reason
        throw raw.complete ? error : new AppError('upload_incomplete')
      })
      .finally(watch.stop)
    return { file: { ...file, name: '' }, dispose: () => resources.dispose() }
  } catch (error) {
    await resources.dispose()
    throw error
  }
}

/** Reads the fields of a multipart form on a path without files. */
export const receiveForm = async (request: FastifyRequest, maxBytes: number): Promise<LegacyFields> => {
  requireBoundary(request)
  const fields = new Map<string, unknown>()
  let bytes = 0
  try {
    for await (const part of withUnmatchedBoundary(
      request.parts({ limits: { ...limits, files: 0, fields: 100, parts: 100, fieldSize: maxBytes } }),
    )) {
      if (part.type === 'file') throw new AppError('body_type_wrong')
      bytes += String(part.value).length
      if (bytes > maxBytes || part.valueTruncated || part.fieldnameTruncated) throw new AppError('body_too_large')
      addField(fields, requireUtf8(part.fieldname), requireUtf8(String(part.value)))
    }
  } catch (error) {
    // A form without a file has no incomplete upload.
    throw toAppError(error)?.detail.code === 'upload_incomplete' ? new AppError('body_unreadable') : error
  }
  return parseLegacyFields(Object.fromEntries(fields))
}
