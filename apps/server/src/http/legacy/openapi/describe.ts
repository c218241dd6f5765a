import type { FastifyInstance, FastifySchema } from 'fastify'
import { apiPageMessages } from '@registry/domain/legacy/page-messages'
import { errorStatuses, failureRef, type FormatText } from './responses.ts'
import { findDescription, type DocumentedRoute, type JsonSchema, type ObjectSchema } from './schemas.ts'

type Describe = (schema: JsonSchema, field: string) => JsonSchema

const addDescriptions = (schema: ObjectSchema, describe: Describe): ObjectSchema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties).map(([name, property]) => [name, describe(property, name)])),
})

/** The component schemas of an operation, by name. */
export const buildComponents = (
  { route, name, request, patterns, response }: DocumentedRoute,
  formatText: FormatText,
): [string, JsonSchema][] => {
  const describe: Describe = (schema, field) => {
    const description = findDescription(route, field)
    return description ? { ...schema, description: formatText(description) } : schema
  }
  const patternProperties = Object.fromEntries(patterns.map(({ placeholder, names, schema }) => [names, describe(schema, placeholder)]))
  return [
    [`${name}.request`, { ...addDescriptions(request, describe), ...(patterns.length > 0 && { patternProperties }) }],
    [`${name}.answer`, addDescriptions(response, describe)],
  ]
}

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const bodyTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] as const

const buildBody = (operations: readonly DocumentedRoute[]) => {
  const refs = operations.map(({ name }) => refTo(`${name}.request`))
  const schema = refs.length === 1 ? refs[0] : { oneOf: refs }
  const types = operations.some(({ route }) => route.upload !== undefined) ? bodyTypes.slice(2) : bodyTypes
  return { content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

const buildSecurity = ({ principals, route }: DocumentedRoute) => {
  if (principals.includes('visitor')) return [{}]
  return route.centre ? [{ session: [] }, {}] : [{ session: [] }]
}

const binary = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }

/** Describes a path. In OpenAPI no field can select an operation, so all actions of a path are one operation there. */
export const describeEndpoint = (operations: readonly DocumentedRoute[], formatText: FormatText): FastifySchema => {
  const [first] = operations
  if (!first) return { hide: true }
  const { method, path } = first.route
  const files = [...new Set(operations.flatMap(({ route }) => route.files))]
  const content = {
    'application/json': { schema: { anyOf: [...operations.map(({ name }) => refTo(`${name}.answer`)), failureRef] } },
    ...Object.fromEntries(files.map((type) => [type, binary])),
  }
  const summaries = operations.map(({ route: { action, summary } }) => (action ? `${action}: ${formatText(summary)}` : formatText(summary)))
  const extensions = { 'x-errors': Object.fromEntries(operations.map(({ name, route }) => [name, route.errors])) }
  return {
    operationId: path.split('/').filter(Boolean).join('.'),
    summary: summaries.join('. '),
    security: buildSecurity(first),
    ...(method === 'POST' && { body: buildBody(operations) }),
    response: { 200: { description: formatText(apiPageMessages.responsesBody), content } },
    ...extensions,
  }
}

type OpenApiDocument = Extract<ReturnType<FastifyInstance['swagger']>, { readonly openapi: string }>
type Operation = { readonly requestBody?: object; readonly responses?: object }

const statusRefs = Object.fromEntries(errorStatuses.map((status) => [status, { $ref: `#/components/responses/Status${status}` }]))

/** Adds the shared responses, which the plugin would repeat for each path. Old programs may omit the body, which the plugin requires. */
const completeOperation = ({ requestBody, responses, ...operation }: Operation): object => ({
  ...operation,
  ...(requestBody && 'content' in requestBody && { requestBody: { content: requestBody.content } }),
  responses: { ...responses, ...statusRefs },
})

/** Completes the document of the plugin, whose own schemas cannot have patterns of names, with paths that it does not know. */
export const completeDocument = (
  { paths = {}, components, ...document }: OpenApiDocument,
  schemas: Readonly<Record<string, JsonSchema>>,
  others: Readonly<Record<string, object>>,
): object => ({
  ...document,
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  paths: {
    ...Object.fromEntries(
      Object.entries(paths).map(([path, { get, post } = {}]) => [
        path,
        { ...(get && { get: completeOperation(get) }), ...(post && { post: completeOperation(post) }) },
      ]),
    ),
    ...others,
  },
  components: { ...components, schemas },
})
