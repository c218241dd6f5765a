import { z } from 'zod'
import type { ErrorDetail, FieldErrors } from '../error.ts'
import { findSf36WordingErrors, type Sf36Wording } from './wording.ts'

const Point = z.object({
  text: z.string(),
  help: z.string().default(''),
  options: z.array(z.string()),
  questions: z.array(z.string()).default([]),
})

/** The file of a wording: the keys of the demonstration wording, with licence and description (REQ-PAT-13). */
const WordingFile = z.object({
  licence: z.string().default(''),
  description: z.object({ it: z.string(), en: z.string() }),
  it: z.array(Point),
  en: z.array(Point),
})

/** A file within this size fits into one request. */
export const maxWordingFileBytes = 200_000

type ReadFile = { readonly wording: Sf36Wording } | { readonly error: ErrorDetail }

const findFirst = (errors: FieldErrors): ErrorDetail | undefined => {
  const [first] = Object.entries(errors)
  if (!first) return undefined
  const [path, { code, params }] = first
  return code === 'sf36_points_wrong' || code === 'sf36_structure_wrong'
    ? { code, ...(params && { params }) }
    : { code: 'sf36_file_incomplete', params: { path } }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** Reads the JSON file of a licensed wording. It must be complete and have the published structure. */
export const parseSf36File = (text: string): ReadFile => {
  const json = parseJson(text)
  if (json === undefined) return { error: { code: 'sf36_file_unreadable' } }
  const file = WordingFile.safeParse(json)
  if (!file.success) return { error: { code: 'sf36_file_incomplete', params: { path: file.error.issues[0]?.path.join('.') ?? '' } } }
  const { licence, description, it, en } = file.data
  const wording = { licence: licence.trim(), description, content: { it, en } }
  const error = findFirst(findSf36WordingErrors(wording))
  return error ? { error } : { wording }
}

/** Writes a wording as the file that `parseSf36File` reads. */
export const formatSf36File = ({ licence, description, content: { it, en } }: Sf36Wording): string =>
  `${JSON.stringify({ licence, description, it, en }, null, 2)}\n`
