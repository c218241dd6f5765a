import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '@registry/domain/fault'
import type { Env } from '../env.ts'
import { addField, requireText } from './body-text.ts'
import { refusalOf } from './errors.ts'
import { legacyFields, type LegacyFields } from './legacy-fields.ts'

/** Bytes of one uploaded file (D4). */
export const fileLimit = 50 * 1024 * 1024
const limits = { files: 1, fields: 10, parts: 12, fileSize: fileLimit, fieldSize: 64 * 1024, fieldNameSize: 100, headerPairs: 50 }
/** Room for the other parts and their headers, beside the file. */
const frameBytes = 1024 * 1024
/** Files that may be on their way into one process: each takes disk until its caller is known. */
const atOnce = 10
const leftAfterMs = 3_600_000

/** A file as it waits on disk. The name is the sender's: shown in reports, never used as a path. */
export type UploadedFile = { readonly path: string; readonly name: string; readonly bytes: number; readonly sha256: string }

/** What a multipart request brought; `dispose` removes the file and may be called more than once. */
export type Upload = { readonly fields: LegacyFields; readonly file: UploadedFile | undefined; dispose(): Promise<void> }

type Place = Pick<Env, 'UPLOAD_DIR' | 'DATA_DIR'>
/** Not the system's temporary directory: that is everybody's, and another user may have made the name there first. */
const directoryOf = ({ UPLOAD_DIR, DATA_DIR }: Place): string => join(UPLOAD_DIR ?? DATA_DIR, 'registry-uploads')

/** Prepares the directory at start and removes what a process that was killed left in it. */
export const prepareUploads = async (env: Place): Promise<void> => {
  const directory = directoryOf(env)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  for (const name of await readdir(directory)) {
    const left = join(directory, name)
    const { mtimeMs } = await stat(left)
    if (Date.now() - mtimeMs > leftAfterMs) await rm(left, { recursive: true, force: true })
  }
}

const shownName = (name: string): string => name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(-255)

const hashing = (hash: Hash): Transform =>
  new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })

/** A file beyond the limit arrives cut off; taking it for whole would import half of it (security.md T23). */
const store = async (part: MultipartFile, directory: string): Promise<UploadedFile> => {
  const path = join(directory, 'file')
  const hash = createHash('sha256')
  await pipeline(part.file, hashing(hash), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  if (part.file.truncated) throw tooLarge()
  return { path, name: shownName(part.filename), bytes: part.file.bytesRead, sha256: hash.digest('hex') }
}

const tooLarge = (): Refusal => new Refusal('file_too_large', { megabytes: fileLimit / 1024 / 1024 })

let running = 0

/**
 * Takes in a multipart request with at most one file, its parts in any order, as old programs send them (D3). The file goes to
 * disk unread, so that the caller can be known before anything looks into it. Nothing is left behind by a failure.
 * @throws Refusal file_too_large, body_too_large, body_type_wrong, upload_incomplete or busy
 */
export const receiveUpload = async (request: FastifyRequest, env: Place): Promise<Upload> => {
  if (!request.isMultipart()) throw new Refusal('body_type_wrong')
  if (Number(request.headers['content-length'] ?? 0) > fileLimit + frameBytes) throw tooLarge()
  if (running >= atOnce) throw new Refusal('busy', { seconds: 10 })
  running += 1
  const directory = await mkdtemp(join(directoryOf(env), 'upload-'))
  const dispose = (): Promise<void> => rm(directory, { recursive: true, force: true })
  try {
    return { ...(await readParts(request, directory)), dispose }
  } catch (error) {
    await dispose()
    throw error
  } finally {
    running -= 1
  }
}

const readParts = async (request: FastifyRequest, directory: string): Promise<Omit<Upload, 'dispose'>> => {
  const fields = new Map<string, unknown>()
  let file: UploadedFile | undefined
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') file = await store(part, directory)
    else if (part.valueTruncated || part.fieldnameTruncated) throw new Refusal('body_too_large')
    else addField(fields, requireText(part.fieldname), requireText(String(part.value)))
  }
  return { fields: legacyFields(Object.fromEntries(fields)), file }
}

/** The fields of a multipart form on a path that takes no file. */
export const receiveForm = async (request: FastifyRequest, maxBytes: number): Promise<LegacyFields> => {
  const fields = new Map<string, unknown>()
  let bytes = 0
  try {
    for await (const part of request.parts({ limits: { ...limits, files: 0, fields: 100, parts: 100, fieldSize: maxBytes } })) {
      if (part.type === 'file') throw new Refusal('body_type_wrong')
      bytes += String(part.value).length
      if (bytes > maxBytes || part.valueTruncated || part.fieldnameTruncated) throw new Refusal('body_too_large')
      addField(fields, requireText(part.fieldname), requireText(String(part.value)))
    }
  } catch (error) {
    // Without a file there is none that came in part.
    throw refusalOf(error)?.fault.code === 'upload_incomplete' ? new Refusal('body_unreadable') : error
  }
  return legacyFields(Object.fromEntries(fields))
}
