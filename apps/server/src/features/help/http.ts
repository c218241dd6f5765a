import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify'
import { z } from 'zod'
import { helpPages, type HelpPage } from '@registry/domain/access/help-pages'
import { routePatterns, screens } from '@registry/domain/access/screens'
import { helpAddress } from '@registry/domain/help/address'
import { languages, type Language } from '@registry/domain/language'
import { documentHeaders, sharedAssetHeaders } from '../../http/headers.ts'
import { getRequestContext } from '../../http/request-context.ts'
import type { HelpDeps } from './manual.ts'
import { maxQueryLength } from './contents.ts'
import { buildManualHtml, buildPageHtml } from './pages.ts'
import { createSearch } from './search.ts'
import { buildSearchHtml } from './search-page.ts'

const styleSheet = new URL('help.css', import.meta.url)

const pageRoute: Pick<RouteOptions, 'method' | 'config'> = { method: ['GET', 'HEAD'], config: { page: true } }

/** A longer or repeated query finds nothing. */
const SearchQuery = z.object({ q: z.string().max(maxQueryLength).catch('') })

/** A page also has the name of its route: `uhome` as well as `staff-home` (REQ-UI-11). */
const pagesByRouteName = routePatterns.flatMap((pattern): [string, HelpPage][] => {
  const [, name = ''] = pattern.split('/')
  return name === '' ? [] : [[name, screens[pattern].manual]]
})
const pagesByName: ReadonlyMap<string, HelpPage> = new Map([
  ...pagesByRouteName,
  ...helpPages.map((page): [string, HelpPage] => [page, page]),
])

/**
 * Serves the manual as HTML on both hosts without a session (REQ-UI-11). Each page has a fixed route, so no request becomes a file path
 * (THREAT-31).
 */
export const registerHelp = async (server: FastifyInstance, { manual, messages }: HelpDeps): Promise<void> => {
  const style = await readFile(styleSheet, 'utf8')
  const send = (reply: FastifyReply, page: string, local: boolean): FastifyReply =>
    reply.headers(documentHeaders(local)).type('text/html; charset=utf-8').send(page)

  // The manual is large, so each page is built at its first request.
  const registerPage = (url: string, buildPage: () => string): void => {
    let page: string | undefined
    server.route({
      ...pageRoute,
      url,
      handler: (request, reply) => send(reply, (page ??= buildPage()), getRequestContext(request).siteAddress.local),
    })
  }
  const registerLanguage = (language: Language): void => {
    registerPage(helpAddress(language, 'manual'), () => buildManualHtml({ manual, messages }, language))
    let search: ReturnType<typeof createSearch> | undefined
    server.route({
      ...pageRoute,
      url: helpAddress(language, 'search'),
      handler: (request, reply) => {
        const { q } = SearchQuery.parse(request.query)
        search ??= createSearch(manual, language)
        return send(reply, buildSearchHtml({ manual, messages }, language, q, search(q)), getRequestContext(request).siteAddress.local)
      },
    })
    for (const [name, page] of pagesByName)
      registerPage(`/api/help/${language}/${name}`, () => buildPageHtml({ manual, messages }, language, page))
  }
  for (const language of languages) registerLanguage(language)

  server.route({
    ...pageRoute,
    url: '/api/help/style.css',
    handler: (_request, reply) => reply.headers(sharedAssetHeaders).type('text/css; charset=utf-8').send(style),
  })
  for (const { address, type, bytes } of manual.pictures.values())
    server.route({ ...pageRoute, url: address, handler: (_request, reply) => reply.headers(sharedAssetHeaders).type(type).send(bytes) })
}
