import { z } from 'zod'
import type { ErrorDetail, FieldErrors } from '../error.ts'
import { Sf36Scoring } from './text.ts'
import { findSf36WordingErrors, type Sf36Wording } from './wording.ts'

const Question = z.object({
  text: z.string(),
  help: z.string().default(''),
  options: z.array(z.string()),
  questions: z.array(z.string()).default([]),
})

/**
 * The file of a questionnaire: the keys of the demonstration wording, with licence, scoring and description (REQ-PAT-13). A file without a
 * scoring is an SF-36. So a wrong structure is rejected instead of losing its scores.
 */
const WordingFile = z.object({
  licence: z.string().default(''),
  scoring: Sf36Scoring.default('sf36'),
  description: z.object({ it: z.string(), en: z.string() }),
  it: z.array(Question),
  en: z.array(Question),
})

const Texts = z.object({ it: z.string(), en: z.string() })
const Draft = z.object({
  description: Texts,
  licence: z.string(),
  scoring: Sf36Scoring,
  content: z.object({ it: z.array(Question), en: z.array(Question) }),
})

/** Reads a draft that a browser kept, complete or not. Returns undefined for anything else. */
export const parseSf36Draft = (stored: unknown): Sf36Wording | undefined => Draft.safeParse(stored).data

type ReadFile = { readonly wording: Sf36Wording } | { readonly error: ErrorDetail }

/** Errors of a text name its key in the file. Errors of the structure have their own words. */
const findFirst = (errors: FieldErrors): ErrorDetail | undefined => {
  const [first] = Object.entries(errors)
  if (!first) return undefined
  const [path, { code, params }] = first
  return code.startsWith('sf36_') && code !== 'sf36_text_repeated'
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

/** Reads the JSON file of a questionnaire. It must be complete; with scores, it must have the published structure. */
export const parseSf36File = (text: string): ReadFile => {
  const json = parseJson(text)
  if (json === undefined) return { error: { code: 'sf36_file_unreadable' } }
  const file = WordingFile.safeParse(json)
  if (!file.success) return { error: { code: 'sf36_file_incomplete', params: { path: file.error.issues[0]?.path.join('.') ?? '' } } }
  const { licence, scoring, description, it, en } = file.data
  const wording = { licence: licence.trim(), scoring, description, content: { it, en } }
  const error = findFirst(findSf36WordingErrors(wording))
  return error ? { error } : { wording }
}
