import { z } from 'zod'
import { LanguageInput } from '@registry/api-contract/fields'
import { appErrorFromZod } from '@registry/api-contract/zod-errors'
import { validationError } from '@registry/domain/error'
import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'

/**
 * The fields of a legacy request by name, from JSON, a form or a query. A form sends every value as text. A field that was
 * sent twice contains a list, which no reader accepts.
 */
export type LegacyFields = Readonly<Record<string, unknown>>

/** Returns the fields of a parsed body. A body that is not an object has no fields. */
export const parseLegacyFields = (body: unknown): LegacyFields =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.fromEntries(Object.entries(body)) : {}

type Context = z.core.$RefinementCtx

/** Marks an error that is reported alone: old programs expect one error for an unreadable value. */
const unreadable = { unreadable: true } as const

const reject = (context: Context, code: ErrorCode): undefined => {
  context.addIssue({ code: 'custom', message: code, params: unreadable })
}

const readText = (value: unknown, context: Context): string | undefined => {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return reject(context, 'field_wrong')
}

/** Text without surrounding blanks; an empty text counts as absent. */
const readWord = (value: unknown, context: Context): string | undefined => readText(value, context)?.trim() || undefined

const readInteger = (value: unknown, context: Context): number | undefined => {
  const typed = readWord(value, context)
  if (typed === undefined) return undefined
  const number = Number(typed)
  return Number.isSafeInteger(number) ? number : reject(context, 'field_wrong')
}

const flags: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

const readFlag = (value: unknown, context: Context): boolean | undefined => {
  const typed = readWord(value, context)?.toLowerCase()
  if (typed === undefined) return undefined
  return Object.hasOwn(flags, typed) ? flags[typed] : reject(context, 'field_wrong')
}

const readJson = (value: unknown, context: Context): unknown => {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    // The reviver drops the keys that could reach a prototype (THREAT-07).
    return JSON.parse(value, (key, inner: unknown) => (key === '__proto__' ? undefined : inner))
  } catch {
    return reject(context, 'field_wrong')
  }
}

/** Reads a word and reports the code for a word that is not one of the values. */
const readChoice = (values: readonly string[], code: ErrorCode, normalise = (typed: string): string => typed) => {
  const known = new Set(values)
  return (value: unknown, context: Context): string | undefined => {
    const typed = readWord(value, context)
    if (typed === undefined) return undefined
    return known.has(normalise(typed)) ? normalise(typed) : reject(context, code)
  }
}

const readFormat = (formats: readonly string[]) => readChoice(formats, 'format_unknown', (typed) => typed.toLowerCase())

/** Reports the code for an absent value, unless the value was reported before. */
const requireValue = <T>(value: T | undefined, context: Context, code: ErrorCode): T | undefined =>
  value ?? (context.issues.length > 0 ? undefined : reject(context, code))

/** Text that the schema checks; an absent field counts as empty text. */
export const text = <S extends z.ZodType>(schema: S) => z.preprocess((value, context) => readText(value, context) ?? '', schema)

/** Text that may be absent. */
export const optionalText = <S extends z.ZodType>(schema: S) => z.preprocess(readText, schema.optional())

/** Text that may be absent or empty. */
export const filledText = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value, context) => readText(value, context) || undefined, schema.optional())

/** A word in any letter case; the schema checks it in lower case. */
export const word = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value, context) => readText(value, context)?.trim().toLowerCase(), schema)

/** A required whole number. Numbers that JavaScript cannot represent exactly are rejected. */
export const integer = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value, context) => requireValue(readInteger(value, context), context, 'field_required'), schema)

export const optionalInteger = () => z.preprocess(readInteger, z.int().optional())

/** `true`, `false`, `1` or `0`, in any letter case. */
export const optionalFlag = () => z.preprocess(readFlag, z.boolean().optional())

/** One of the values, or absent; the code reports any other. */
export const optionalChoice = <const T extends string>(values: readonly T[], code: ErrorCode) =>
  z.preprocess(readChoice(values, code), z.enum(values).optional())

export const format = <const T extends string>(formats: readonly T[]) =>
  z.preprocess((value, context) => requireValue(readFormat(formats)(value, context), context, 'format_required'), z.enum(formats))

/** One of the values; the code reports any other. */
export const choice = <const T extends string>(values: readonly T[], code: ErrorCode) =>
  z.preprocess((value, context) => requireValue(readChoice(values, code)(value, context), context, 'field_required'), z.enum(values))

export const optionalFormat = <const T extends string>(formats: readonly T[]) =>
  z.preprocess(readFormat(formats), z.enum(formats).optional())

/** JSON in any shape. A form sends it as text. */
export const json = () => z.preprocess(readJson, z.unknown().optional())

const describeAs = (schema: z.ZodType): z.core.JSONSchema.BaseSchema => {
  const { $schema: _dialect, ...jsonSchema } = z.toJSONSchema(schema, { io: 'input' })
  return jsonSchema
}

type Conversion = { readonly convert: (value: unknown) => unknown; readonly documented: z.ZodType }

/**
 * JSON in an old spelling, which `convert` turns into the input of the schema. The first error of the schema is the error of the field.
 * The document shows the old spelling.
 */
export const convertedJson = <T>(schema: z.ZodType<T>, { convert, documented }: Conversion) =>
  z
    .preprocess((value, context) => {
      const parsed = schema.safeParse(convert(readJson(value, context)))
      if (parsed.success) return parsed.data
      const [error] = Object.values(appErrorFromZod(parsed.error).fields)
      return context.issues.length > 0 ? undefined : reject(context, error?.code ?? 'field_wrong')
    }, z.custom<T>())
    .meta(describeAs(documented))

/**
 * Rows with any columns in a response. Only the list is checked. Checking each of 200,000 cells blocks the server for 80 ms (FAULT-23), and
 * no column would be removed. The document shows the whole schema.
 */
export const anyColumnRows = <T>(cell: z.ZodType<T>) =>
  z.custom<Record<string, T>[]>((value) => Array.isArray(value)).meta(describeAs(z.array(z.record(z.string(), cell))))

/** A field that callers send and the operation does not read. Only the document shows it. */
export const unread = <S extends z.ZodType>(schema: S) => z.preprocess(() => undefined, schema.optional())

/** The language of the response. The request pipeline reads it; an unknown one is ignored. */
export const lang = unread(LanguageInput)

const isErrorCode = (message: string): message is ErrorCode => Object.hasOwn(errorMessages, message)

const isUnreadable = (issue: z.core.$ZodIssue): boolean => issue.code === 'custom' && issue.params?.['unreadable'] === true

/**
 * Parses the fields of a request by its schema.
 * @throws AppError validation_failed with the first unreadable field, otherwise with all fields that fail a check (REQ-API-02)
 */
export const parseRequest = <S extends z.ZodType>(schema: S, fields: LegacyFields): z.output<S> => {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  const first = parsed.error.issues.find(isUnreadable)
  if (!first) throw appErrorFromZod(parsed.error)
  throw validationError({ [String(first.path[0])]: { code: isErrorCode(first.message) ? first.message : 'field_wrong' } })
}
