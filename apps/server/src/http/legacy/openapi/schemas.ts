import { z } from 'zod'
import { permissions } from '@registry/domain/access/permissions'
import type { Principal } from '@registry/domain/access/roles'
import { fieldTexts } from '@registry/domain/legacy/messages'
import type { MessageText } from '../../../shared/messages.ts'
import type { LegacyRoute } from '../route.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema
export type ObjectSchema = JsonSchema & { readonly properties: Readonly<Record<string, JsonSchema>> }

/** A placeholder such as `{nome_campo}` of a document, the pattern of its names, and the schema of each field. */
type FieldPattern = { readonly placeholder: string; readonly names: string; readonly schema: JsonSchema }

/** An operation as shown in the document and on the page. */
export type DocumentedRoute = {
  readonly route: LegacyRoute
  /** The name of its schemas and its anchor on the page: `login`, `admin.GetConfTable`, `inthem_query.LIST`. */
  readonly name: string
  readonly principals: readonly Principal[]
  readonly request: ObjectSchema
  readonly patterns: readonly FieldPattern[]
  readonly response: ObjectSchema
}

export const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const {
    $schema: _dialect,
    '~standard': _methods,
    ...jsonSchema
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return jsonSchema
}

const shared: Readonly<Record<string, MessageText>> = fieldTexts

/** The meaning of a top-level field of an operation. Inner fields of responses have none: their names suffice. */
export const findDescription = (
  { descriptions, upload }: Pick<LegacyRoute, 'descriptions' | 'upload'>,
  field: string,
): MessageText | undefined =>
  descriptions[field] ?? (field === upload ? fieldTexts.file : Object.hasOwn(shared, field) ? shared[field] : undefined)

const isSchema = (property: z.core.JSONSchema._JSONSchema): property is JsonSchema => typeof property === 'object'

const listProperties = ({ properties = {} }: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Object.entries(properties).flatMap(([name, property]) => (isSchema(property) ? [[name, property]] : [])))

/** The request of an operation, with `action` and the file. Unknown fields are ignored (REQ-API-06). */
const buildRequestSchema = ({ action, request, upload }: Pick<LegacyRoute, 'action' | 'request' | 'upload'>): ObjectSchema => {
  const { additionalProperties: _open, ...schema } = toJsonSchema(request, 'input')
  const properties = {
    ...(action !== '' && { action: { const: action } }),
    ...listProperties(schema),
    ...(upload !== undefined && { [upload]: { type: 'string', contentMediaType: 'application/octet-stream' } as const }),
  }
  const required = [...(action === '' ? [] : ['action']), ...(schema.required ?? []), ...(upload === undefined ? [] : [upload])]
  const { required: _required, ...others } = schema
  return { ...others, properties, ...(required.length > 0 && { required }) }
}

const buildResponseSchema = ({ response }: Pick<LegacyRoute, 'response'>): ObjectSchema => {
  const schema = toJsonSchema(response, 'output')
  return { ...schema, properties: listProperties(schema) }
}

export const documentRoute = (route: LegacyRoute): DocumentedRoute => ({
  route,
  name: [...route.path.split('/'), route.action].filter(Boolean).join('.'),
  principals: permissions[route.meta.permission],
  request: buildRequestSchema(route),
  patterns: Object.entries(route.patterns).map(([placeholder, { names, schema }]) => ({
    placeholder,
    names,
    schema: toJsonSchema(schema, 'input'),
  })),
  response: buildResponseSchema(route),
})
