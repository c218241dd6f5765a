import type { Schema } from './operations.ts'

/** A field of a schema as one line of a table: its path, what it is, whether it must be there. */
export type Row = { readonly path: string; readonly kind: string; readonly required: boolean; readonly top: string }

const noun = (schema: Schema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.length > 12 ? `${schema.enum.slice(0, 3).join(' | ')} | …` : schema.enum.join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(noun))].join(' | ')
  if (schema.type === 'array') return `[${noun(schema.items ?? {})}]`
  return [schema.type ?? '…'].flat().join(' | ')
}

const kindOf = (schema: Schema): string => (schema.maxLength === undefined ? noun(schema) : `${noun(schema)}, ≤ ${schema.maxLength}`)

const below = (schema: Schema, path: string, top: string): readonly Row[] => {
  const choices = [schema, ...(schema.anyOf ?? [])]
  const objects = choices.filter(({ properties }) => properties !== undefined)
  const fields = objects.flatMap((object) => rowsOf(object, `${path}.`, top))
  const items = choices.flatMap(({ items: item }) => (item ? below(item, `${path}[]`, top) : []))
  return [...fields, ...items]
}

const rowsOf = ({ properties = {}, required = [] }: Schema, before: string, top?: string): readonly Row[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const path = before + name
    const first = top ?? name
    return [{ path, kind: kindOf(schema), required: required.includes(name), top: first }, ...below(schema, path, first)]
  })

/** The fields of an object, the inner ones below theirs; each path once. */
export const schemaRows = (schema: Schema): readonly Row[] => {
  const rows = rowsOf(schema, '')
  return rows.filter(({ path }, index) => rows.findIndex((other) => other.path === path) === index)
}
