import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Language } from '@registry/domain/language'
import { apiPageMessages } from '@registry/domain/legacy/page-messages'
import type { Deps } from '../../../app/deps.ts'
import { documentHeaders } from '../../headers.ts'
import { chooseLanguage } from '../../language.ts'
import { getRequestContext } from '../../request-context.ts'
import type { LegacyRoute } from '../route.ts'
import { buildComponents, completeDocument, describeEndpoint } from './describe.ts'
import { describeFhir, fhirPath, fhirSchemas } from './fhir.ts'
import { buildApiPage } from './page.ts'
import { buildFailureSchema, buildStatusResponses, type FormatText } from './responses.ts'
import { documentRoute, type DocumentedRoute, type JsonSchema } from './schemas.ts'

/** @fastify/swagger builds one document for each decorator, so each language has one. */
const decorators = { it: 'openApiInItalian', en: 'openApiInEnglish' } as const satisfies Record<Language, string>

declare module 'fastify' {
  interface FastifyInstance {
    openApiInItalian: FastifyInstance['swagger']
    openApiInEnglish: FastifyInstance['swagger']
  }
}

type Texts = Pick<Deps, 'messages' | 'version'>

/** Collects the routes that are registered later, and returns a function that builds their document. */
const registerDocument = async (
  server: FastifyInstance,
  { messages, version }: Texts,
  routes: readonly DocumentedRoute[],
  language: Language,
): Promise<() => object> => {
  const byAddress = Map.groupBy(routes, ({ route }) => `${route.method} /api${route.path}`)
  const formatText: FormatText = (text, values) => messages.format(text, language, values)
  const schemas = new Map<string, JsonSchema>([
    ['Failure', buildFailureSchema(formatText)],
    ...Object.entries(fhirSchemas),
    ...routes.flatMap((route) => buildComponents(route, formatText)),
  ])
  await server.register(swagger, {
    decorator: decorators[language],
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: formatText(apiPageMessages.title),
        version,
        description: [apiPageMessages.lead, apiPageMessages.callingBody, apiPageMessages.callingCentre]
          .map((text) => formatText(text))
          .join('\n\n'),
      },
      servers: [{ url: '/api' }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: '__Host-sid', description: formatText(apiPageMessages.callingSession) },
          centre: { type: 'http', scheme: 'basic', description: formatText(apiPageMessages.fhirBody) },
        },
        responses: buildStatusResponses(formatText),
      },
    },
    transform: ({ url, route }) => {
      const operations = byAddress.get(`${String(route.method)} ${url}`)
      return { schema: operations ? describeEndpoint(operations, formatText) : { hide: true }, url }
    },
  })
  return () => {
    const document = server[decorators[language]]()
    return 'openapi' in document
      ? completeDocument(document, Object.fromEntries(schemas), { [fhirPath]: { post: describeFhir(formatText) } })
      : document
  }
}

const readLanguage = ({ query, headers }: FastifyRequest): Language => {
  const body = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined
  return chooseLanguage({ body, header: headers['accept-language'] })
}

/** Serves the paths of programs as an OpenAPI document and as a page, on both hosts and without a session (REQ-API-08). Call it before they are registered. */
export const registerOpenApi = async (server: FastifyInstance, texts: Texts, routes: readonly LegacyRoute[]): Promise<void> => {
  const documented = routes.map(documentRoute)
  const documents = {
    it: await registerDocument(server, texts, documented, 'it'),
    en: await registerDocument(server, texts, documented, 'en'),
  } satisfies Record<Language, () => object>
  server.get('/api/openapi.json', { config: { page: true } }, async (request) => documents[readLanguage(request)]())
  server.get('/api/docs', { config: { page: true } }, async (request, reply) => {
    const { origin, local } = getRequestContext(request).siteAddress
    const page = buildApiPage(documented, texts.messages, readLanguage(request), `${origin}/api`)
    return reply.headers(documentHeaders(local)).type('text/html; charset=utf-8').send(page)
  })
}
