import { createHash, randomBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '@registry/api-contract/caller'
import { getPath } from './request-hooks.ts'
import { assetHeaders, pageHeaders } from './headers.ts'
import { createNotFoundError } from './not-found.ts'
import { getRequestContext } from './request-context.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
}

type Encoding = 'br' | 'gzip' | 'identity'
type Asset = { readonly type: string; readonly tag: string; readonly bytes: (encoding: Encoding) => Promise<Buffer> }
/** A built app, in memory: a request is looked up by name and never becomes a path. */
export type BuiltApp = { readonly page: string; readonly assets: ReadonlyMap<string, Asset> }

const compressors: Readonly<Record<Exclude<Encoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip),
}
const isText = (type: string): boolean => /charset|manifest/.test(type)

const createAsset = (name: string, plain: Buffer): Asset => {
  const type = contentTypes[extname(name)] ?? 'application/octet-stream'
  const encodings = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(plain)]])
  const bytes = (encoding: Encoding): Promise<Buffer> => {
    const encoded = encodings.get(encoding) ?? (encoding === 'identity' ? Promise.resolve(plain) : compressors[encoding](plain))
    encodings.set(encoding, encoded)
    return encoded
  }
  return { type, tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`, bytes }
}

/** Reads a built app's directory. @throws when it has no index.html */
export const readApp = async (directory: string): Promise<BuiltApp> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const assets = await Promise.all(
    files.map(async (file) => {
      const name = file.slice(directory.length).replaceAll(sep, '/')
      return [name, createAsset(name, await readFile(file))] as const
    }),
  )
  return { page: await readFile(join(directory, 'index.html'), 'utf8'), assets: new Map(assets.filter(([name]) => name !== '/index.html')) }
}

const chooseEncoding = (request: FastifyRequest, { type }: Asset): Encoding => {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (!isText(type)) return 'identity'
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

const sendAsset = async (request: FastifyRequest, reply: FastifyReply, asset: Asset, hashed: boolean): Promise<FastifyReply> => {
  const encoding = chooseEncoding(request, asset)
  void reply.headers(assetHeaders).headers({ 'content-type': asset.type, vary: 'accept-encoding', etag: asset.tag })
  if (!hashed) void reply.header('cache-control', 'public, max-age=3600')
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return request.headers['if-none-match'] === asset.tag ? reply.code(304).send() : reply.send(await asset.bytes(encoding))
}

const sendPage = (reply: FastifyReply, { page }: BuiltApp, site: Site, local: boolean): FastifyReply => {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .headers(pageHeaders(site, nonce, local))
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('__CSP_NONCE__', nonce))
}

/** A name with an ending is a file; every other address is a page of the app. */
const isFileName = (path: string): boolean => /\.[^/]*$/.test(path)

/** The two apps, each on its own host; files whose name holds their hash never change (security.md 5.2). */
export const registerStaticApps = (server: FastifyInstance, apps: Readonly<Record<Site, BuiltApp>>): void => {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const { siteAddress } = getRequestContext(request)
      const path = getPath(request)
      const asset = apps[siteAddress.site].assets.get(path)
      if (asset) return sendAsset(request, reply, asset, path.startsWith('/assets/'))
      if (path === '/api' || path.startsWith('/api/') || isFileName(path)) throw createNotFoundError(server, request, reply)
      return sendPage(reply, apps[siteAddress.site], siteAddress.site, siteAddress.local)
    },
  })
}
