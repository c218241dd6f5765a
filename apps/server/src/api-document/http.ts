import type { FastifyInstance, FastifyRequest } from 'fastify'
import { languages, type Language } from '@registry/domain/language'
import type { Deps } from '../deps.ts'
import { documentHeaders } from '../http/headers.ts'
import { chooseLanguage } from '../http/language.ts'
import { getRequestContext } from '../http/request-context.ts'
import { apiDocument } from './document.ts'
import type { Operation } from './operations.ts'
import { apiPage } from './page.ts'

const askedLanguage = ({ query, headers }: FastifyRequest): Language => {
  const asked = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined
  return chooseLanguage({ body: asked, header: headers['accept-language'] })
}

/** The legacy paths as a document for programs and as a page for people, on both hosts and without a session (D2). */
export const mountApiDocument = (
  server: FastifyInstance,
  { messages, version }: Pick<Deps, 'messages' | 'version'>,
  operations: readonly Operation[],
): void => {
  const documents = new Map(languages.map((language) => [language, apiDocument(operations, messages, language, version)]))
  server.get('/api/openapi.json', { config: { page: true } }, async (request) => documents.get(askedLanguage(request)))
  server.get('/api/docs', { config: { page: true } }, async (request, reply) => {
    const { origin, local } = getRequestContext(request).siteAddress
    const page = apiPage(operations, messages, askedLanguage(request), `${origin}/api`)
    return reply.headers(documentHeaders(local)).type('text/html; charset=utf-8').send(page)
  })
}
