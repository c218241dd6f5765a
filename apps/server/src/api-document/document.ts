import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'
import type { Language } from '@registry/domain/language'
import { apiPageMessages } from '@registry/domain/legacy/page-messages'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { formatCode, getStatus } from '../http/errors.ts'
import type { LegacyShape } from '../http/legacy/shape.ts'
import type { MessageText, Messages } from '../messages.ts'
import { inGeneral } from './in-general.ts'
import { textOf, type Operation, type Schema } from './operations.ts'

type Say = (text: MessageText, values?: Readonly<Record<string, string | number>>) => string
type Json = Readonly<Record<string, unknown>>

const isFaultCode = (name: string): name is ErrorCode => Object.hasOwn(errorMessages, name)
export const errorCodes = Object.keys(errorMessages).filter(isFaultCode)

/** The faults that are answered with a status of their own (D2). */
export const statusCodes = errorCodes.filter((code) => getStatus(code) !== 200).toSorted((a, b) => getStatus(a) - getStatus(b))

const described = (properties: Readonly<Record<string, Schema>>, wordsOf: (name: string) => MessageText | undefined, say: Say): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const words = wordsOf(name)
      return [name, words ? { ...schema, description: say(words) } : schema]
    }),
  )

/** A field that stands for many becomes a pattern of names, as tools read it. */
const namedByPattern = ({ properties, ...schema }: Json & { readonly properties: Json }, { patterns = {} }: LegacyShape): Json => {
  const entries = Object.entries(properties)
  const own = entries.filter(([name]) => patterns[name] === undefined)
  const many = entries.flatMap(([name, field]) => (patterns[name] === undefined ? [] : [[patterns[name], field] as const]))
  return { ...schema, properties: Object.fromEntries(own), ...(many.length > 0 && { patternProperties: Object.fromEntries(many) }) }
}

const failure = (say: Say): Json => ({
  type: 'object',
  properties: {
    success: { const: false },
    error: { type: 'string', description: say(fieldTexts.error) },
    code: { enum: errorCodes.map(formatCode), description: say(fieldTexts.code) },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: say(fieldTexts.fields) },
    requestId: { type: 'string', description: say(fieldTexts.requestId) },
  },
  required: ['success', 'error', 'code'],
  additionalProperties: false,
})

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Json): Json => ({ 'application/json': { schema } })

/** One answer for each status that is no answer of the application. */
const statusResponses = (say: Say): Json => {
  const statuses = [...new Set(statusCodes.map(getStatus))]
  const response = (status: number): Json => ({
    description: statusCodes
      .filter((code) => getStatus(code) === status)
      .map((code) => `${code}: ${inGeneral(errorMessages[code], say)}`)
      .join('\n'),
    ...(status === 429 && { headers: { 'Retry-After': { description: say(apiPageMessages.waitHeader), schema: { type: 'integer' } } } }),
    content: json(ref('Failure')),
  })
  return Object.fromEntries(statuses.map((status) => [`Status${status}`, response(status)]))
}

const bodyTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] as const

const requestBody = (operations: readonly Operation[]): Json => {
  const choices = operations.map(({ name }) => ref(`${name}.request`))
  const schema = choices.length === 1 ? choices[0] : { oneOf: choices }
  const types = operations.some(({ shape }) => shape.upload !== undefined) ? bodyTypes.slice(2) : bodyTypes
  return { content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

const security = ({ allowed, route }: Operation): readonly Json[] => {
  if (allowed.includes('visitor')) return [{}]
  return route.centre ? [{ session: [] }, {}] : [{ session: [] }]
}

/** All actions of one path are one operation to OpenAPI, which knows no field that chooses. */
const pathItem = (operations: readonly Operation[], say: Say): Json => {
  const [first] = operations
  if (!first) return {}
  const files = [...new Set(operations.flatMap(({ shape }) => shape.files ?? []))]
  const binary = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }
  const item = {
    operationId: first.path.split('/').filter(Boolean).join('.'),
    summary: operations.map(({ action, shape }) => (action ? `${action}: ${say(shape.about)}` : say(shape.about))).join('. '),
    security: security(first),
    ...(first.method === 'POST' && { requestBody: requestBody(operations) }),
    responses: {
      200: {
        description: say(apiPageMessages.answersBody),
        content: {
          ...json({ anyOf: [...operations.map(({ name }) => ref(`${name}.answer`)), ref('Failure')] }),
          ...Object.fromEntries(files.map((type) => [type, binary])),
        },
      },
      ...Object.fromEntries(
        [...new Set(statusCodes.map(getStatus))].map((status) => [status, { $ref: `#/components/responses/Status${status}` }]),
      ),
    },
    'x-refusals': Object.fromEntries(operations.map(({ name, shape }) => [name, shape.refusals])),
  }
  return { [first.method.toLowerCase()]: item }
}

/** The OpenAPI document of all legacy paths (D2), made of the routes, their permissions and the shapes of the contract. */
export const apiDocument = (operations: readonly Operation[], texts: Messages, language: Language, version: string): Json => {
  const say: Say = (text) => texts.format(text, language)
  const schemas = operations.flatMap(({ name, request, answer, shape }) => [
    [
      `${name}.request`,
      namedByPattern({ ...request, properties: described(request.properties ?? {}, (field) => textOf(shape, field), say) }, shape),
    ],
    [`${name}.answer`, { ...answer, properties: described(answer.properties ?? {}, (field) => textOf(shape, field), say) }],
  ])
  const paths = Object.groupBy(operations, ({ path }) => path)
  return {
    openapi: '3.1.0',
    info: {
      title: say(apiPageMessages.title),
      version,
      description: [apiPageMessages.lead, apiPageMessages.callingBody, apiPageMessages.callingCentre].map((text) => say(text)).join('\n\n'),
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/api' }],
    paths: Object.fromEntries(Object.entries(paths).map(([path, of = []]) => [path, pathItem(of, say)])),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sid', description: say(apiPageMessages.callingSession) },
      },
      schemas: { Failure: failure(say), ...Object.fromEntries(schemas) },
      responses: statusResponses(say),
    },
  }
}
