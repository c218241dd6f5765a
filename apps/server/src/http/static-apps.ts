import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import send from '@fastify/send'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '@registry/api-contract/caller'
import { isLanguage, type Language } from '@registry/domain/language'
import { chooseLanguage } from './language.ts'
import { getPath } from './request-hooks.ts'
import { assetHeaders, type Headers, offlinePageHeaders, pageHeaders, serviceWorkerHeaders, sharedAssetHeaders } from './headers.ts'
import { createNotFoundError } from './not-found.ts'
import { getRequestContext } from './request-context.ts'

/** A built app: its page, and the names of its other files. Only a listed name becomes a path of the disk (THREAT-31). */
export type BuiltApp = { readonly directory: string; readonly page: string; readonly files: ReadonlySet<string> }

/** The build writes a compressed copy of each file. The client's Accept-Encoding selects one, its name does not. */
const compressedName = /\.(br|gz)$/

// The type of RFC 9239. The table of @fastify/send still has the old one.
send.mime.define({ 'text/javascript': ['js', 'mjs'] }, true)

/** Files and directories with a leading point belong to the build, such as the manifest of Vite. */
const isHidden = (path: string): boolean => path.includes('/.')

/** Reads a built app's directory. @throws when it has no index.html */
export const readApp = async (directory: string): Promise<BuiltApp> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !compressedName.test(entry.name))
    .map(({ parentPath, name }) => `/${relative(directory, join(parentPath, name)).replaceAll(sep, '/')}`)
  return {
    directory,
    page: await readFile(join(directory, 'index.html'), 'utf8'),
    files: new Set(names.filter((name) => name !== '/index.html' && !isHidden(name))),
  }
}

/** The language that the app will probably choose: that of the device's cookie, else the browser's (REQ-UI-08). */
const findPageLanguage = ({ cookies, headers }: FastifyRequest, local: boolean): Language => {
  const chosen = cookies[local ? 'lang' : '__Host-lang']
  return isLanguage(chosen) ? chosen : chooseLanguage({ header: headers['accept-language'] })
}

/** The window has the title of the page until the app sets its own. */
const translateTitle = (page: string, language: Language): string =>
  language === 'it' ? page : page.replace(/<title data-en="([^"]*)">[^<]*/, '<title>$1')

/**
 * Sends the page with its language and nonce. The page contains whether the browser has the cookie of a session, which may have ended
 * (REQ-UI-24).
 */
const sendPage = (request: FastifyRequest, reply: FastifyReply, { page }: BuiltApp): FastifyReply => {
  const { siteAddress, cookies } = getRequestContext(request)
  const { site, local } = siteAddress
  const language = findPageLanguage(request, local)
  const nonce = randomBytes(16).toString('base64')
  const session = cookies.read('sid') === undefined ? '' : ' data-session'
  return reply
    .headers(pageHeaders(site, nonce, local))
    .type('text/html; charset=utf-8')
    .send(
      translateTitle(page, language).replace('<html lang="it"', `<html lang="${language}"${session}`).replaceAll('__CSP_NONCE__', nonce),
    )
}

/** A name with an extension is a file. Every other address is a page of the app. */
const isFileName = (path: string): boolean => /\.[^/]*$/.test(path)

/** The files that the service worker requests by name. A deployment may change them. */
const headersByName: Readonly<Record<string, Headers>> = {
  '/service-worker.js': serviceWorkerHeaders,
  '/offline.html': offlinePageHeaders,
  '/offline.css': offlinePageHeaders,
  '/offline.js': offlinePageHeaders,
}

const findFileHeaders = (path: string): Headers =>
  path.startsWith('/assets/') ? assetHeaders : (headersByName[path] ?? sharedAssetHeaders)

/** Serves the two apps, each on its own host. The name of a file under /assets contains its hash, so the file never changes. */
export const registerStaticApps = async (server: FastifyInstance, apps: Readonly<Record<Site, BuiltApp>>): Promise<void> => {
  await server.register(fastifyStatic, { serve: false, preCompressed: true, cacheControl: false, acceptRanges: false, lastModified: false })
  server.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const { siteAddress } = getRequestContext(request)
      const app = apps[siteAddress.site]
      const path = getPath(request)
      if (app.files.has(path)) return reply.headers(findFileHeaders(path)).sendFile(path, app.directory)
      if (path === '/api' || path.startsWith('/api/') || isFileName(path) || isHidden(path))
        throw createNotFoundError(server, request, reply)
      return sendPage(request, reply, app)
    },
  })
}
