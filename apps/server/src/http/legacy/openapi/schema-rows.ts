import type { JsonSchema } from './schemas.ts'

/** One field of a schema as a line of a table. `top` is the top-level field that contains it. */
export type Row = { readonly path: string; readonly type: string; readonly required: boolean; readonly top: string }

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)

const longEnum = 12

const formatType = (schema: JsonSchema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.length > longEnum ? `${schema.enum.slice(0, 3).join(' | ')} | …` : schema.enum.join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(formatType))].join(' | ')
  if (schema.type === 'array') return `[${isSchema(schema.items) ? formatType(schema.items) : '…'}]`
  return [schema.type ?? '…'].flat().join(' | ')
}

const formatTypeWithLimit = (schema: JsonSchema): string =>
  schema.maxLength === undefined ? formatType(schema) : `${formatType(schema)}, ≤ ${schema.maxLength}`

const listInnerRows = (schema: JsonSchema, path: string, top: string): readonly Row[] => {
  const choices = [schema, ...(schema.anyOf ?? [])]
  const fields = choices.flatMap((choice) => listRows(choice, `${path}.`, top))
  const items = choices.flatMap((choice) => (isSchema(choice.items) ? listInnerRows(choice.items, `${path}[]`, top) : []))
  return [...fields, ...items]
}

const listRows = ({ properties = {}, required = [] }: JsonSchema, prefix: string, top?: string): readonly Row[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    // A field that must be absent, such as a modifierExtension of FHIR, is none.
    if (!isSchema(schema) || schema.not !== undefined) return []
    const path = prefix + name
    const first = top ?? name
    const row = { path, type: formatTypeWithLimit(schema), required: required.includes(name), top: first }
    return [row, ...listInnerRows(schema, path, first)]
  })

/** The fields of an object schema, each followed by its inner fields. Alternatives with the same field give one row. */
export const listSchemaRows = (schema: JsonSchema): readonly Row[] => {
  const rows = listRows(schema, '')
  return rows.filter(({ path }, index) => rows.findIndex((other) => other.path === path) === index)
}
