import { z } from 'zod'

type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly [keyword: string]: unknown
}

// In print order: `string(minLength 1, maxLength 80)`.
const bounds = [
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
]

// zod adds the safe-integer bounds to integers and a pattern to known formats. Neither is a rule of the contract.
const isNoise = (schema: Schema, keyword: string): boolean =>
  (keyword === 'pattern' && schema['format'] !== undefined) || Math.abs(Number(schema[keyword])) === Number.MAX_SAFE_INTEGER

const formatBounds = (schema: Schema): string => {
  const present = bounds.filter((keyword) => schema[keyword] !== undefined && !isNoise(schema, keyword))
  return present.length > 0 ? `(${present.map((keyword) => `${keyword} ${String(schema[keyword])}`).join(', ')})` : ''
}

const block = (lines: readonly string[], open: string, close: string, indent: string): string =>
  lines.length > 0 ? `${open}\n${lines.map((line) => `${indent}  ${line}`).join('\n')}\n${indent}${close}` : `${open}${close}`

const describeObject = (schema: Schema, indent: string): string => {
  const lines = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => `${name}${schema.required?.includes(name) ? '' : '?'}: ${describe(property, `${indent}  `)}`,
  )
  const rest = schema.additionalProperties
  if (typeof rest === 'object') lines.push(`[any name]: ${describe(rest, `${indent}  `)}`)
  if (rest === undefined || rest === true) lines.push('… whatever else')
  return block(lines, '{', '}', indent)
}

const joinSchemas = (schemas: readonly Schema[], mark: string, indent: string): string =>
  schemas.map((schema) => describe(schema, indent)).join(mark)

/** Formats a JSON schema in TypeScript notation with bounds, one property per line. */
const describe = (schema: Schema, indent: string): string => {
  if (schema.$ref) return schema.$ref.replace('#/$defs/', '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union) return joinSchemas(union, ' | ', indent)
  if (schema.allOf) return joinSchemas(schema.allOf, ' & ', indent)
  if (schema.type === 'object') return describeObject(schema, indent)
  if (schema.type === 'array') {
    const items = schema.prefixItems ? `[${joinSchemas(schema.prefixItems, ', ', indent)}]` : describe(schema.items ?? {}, indent)
    return `${/ [|&] /.test(items) ? `(${items})` : items}[]${formatBounds(schema)}`
  }
  const types = [schema.type ?? 'anything'].flat()
  return types.map((type) => (type === 'null' ? type : `${type}${formatBounds(schema)}`)).join(' | ')
}

/** Formats a schema of the contract. `side` selects its input or its output type. */
export const describeSchema = (schema: z.ZodType, side: 'input' | 'output', indent: string): string => {
  const json = z.toJSONSchema(schema, { io: side, unrepresentable: 'any', reused: 'inline' }) as Schema
  const definitions = Object.entries(json.$defs ?? {}).map(
    ([name, definition]) => `${indent}where ${name} = ${describe(definition, indent)}`,
  )
  return [describe(json, indent), ...definitions].join('\n')
}
