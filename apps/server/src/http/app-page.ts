import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBackAddress, findPattern, type RoutePattern, routePatterns, screens } from '@registry/domain/access/screens'
import { type Language, languages } from '@registry/domain/language'
import { z } from 'zod'

/** The manifest that Vite writes beside a built app: which file each part of the app became, and what it imports. */
const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).optional(), css: z.array(z.string()).optional() }),
)
type Manifest = z.infer<typeof Manifest>

/** What the page of an address says before its JavaScript runs, by language. */
const PageFrames = z.record(z.string(), z.object({ it: z.string(), en: z.string() }))

/** The page of a built app, and the tags that preload the files of each screen. */
export type AppPage = {
  readonly html: string
  readonly preloads: ReadonlyMap<string, string>
  /** The tag of the script that asks for what a page with a session shows, before the other scripts have arrived. */
  readonly firstCalls: string
  readonly frames: z.infer<typeof PageFrames>
  /** The tag of the script that requests the app after the browser has drawn the sign-in page. */
  readonly afterPaint: string
}

const isPublic = (pattern: RoutePattern): boolean => screens[pattern].audience === 'anyone'

/**
 * The parts of the app that a screen needs beside those that every page starts with: layout, page and texts. A feature with a catalogue
 * of its own has the name of its page of the manual.
 */
const listParts = (pattern: RoutePattern, language: Language): readonly string[] => {
  const layout = isPublic(pattern) ? '_public' : '_signed-in'
  const { manual } = screens[pattern]
  const page = pattern.slice(1).replaceAll('/', '.') || 'index'
  return [
    `src/app/messages.${language}.ts`,
    ...(isPublic(pattern) ? [] : [`src/app/messages.signed-in.${language}.ts`, `locales/${manual}/${language}.po`]),
    `src/routes/${layout}.tsx?tsr-split=component`,
    `src/routes/${layout}/${page}.tsx?tsr-split=component`,
  ]
}

/** Style sheets draw the frame of the page, so scripts load after them (REQ-UI-22). */
const toTag = (file: string): string =>
  file.endsWith('.css') ? `<link rel="stylesheet" href="/${file}">` : `<link rel="modulepreload" fetchpriority="low" href="/${file}">`

const buildPreload = (html: string, manifest: Manifest, parts: readonly string[]): string => {
  const files = new Set<string>()
  const follow = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) follow(next)
  }
  for (const part of parts) follow(part)
  return [...files]
    .filter((file) => !html.includes(`"/${file}"`))
    .map(toTag)
    .join('')
}

const toKey = (pattern: RoutePattern, language: Language): string => `${language} ${pattern}`

/** @throws when the directory has no built app */
export const readAppPage = async (directory: string): Promise<AppPage> => {
  const html = await readFile(join(directory, 'index.html'), 'utf8')
  const manifest = Manifest.parse(JSON.parse(await readFile(join(directory, '.vite/manifest.json'), 'utf8')))
  const preloads = routePatterns.flatMap((pattern) =>
    languages.map((language) => [toKey(pattern, language), buildPreload(html, manifest, listParts(pattern, language))] as const),
  )
  const firstCalls = manifest['src/first-calls.ts']?.file
  return {
    html,
    preloads: new Map(preloads),
    firstCalls: firstCalls === undefined ? '' : `<script type="module" async fetchpriority="high" src="/${firstCalls}"></script>`,
    frames: PageFrames.parse(JSON.parse(await readFile(join(directory, '.vite/page-frames.json'), 'utf8'))),
    afterPaint: `<script type="module" fetchpriority="low" src="/${manifest['src/after-paint.ts']?.file}"></script>`,
  }
}

const showFrame = (page: string, frame: string): string =>
  page.replace(/<!--page-->.*<!--\/page-->/s, `<div class="frame-page" aria-hidden="true">${frame}</div>`)

/** Lets the app start after the browser has drawn the frame. */
const startAfterPaint = (page: string, afterPaint: string): string =>
  page
    .replaceAll(
      /<script type="module" fetchpriority="low"( crossorigin)? src="([^"]+)"><\/script>/g,
      '<link rel="app-part"$1 data-start href="$2">',
    )
    .replaceAll('<link rel="modulepreload" fetchpriority="low"', '<link rel="app-part"')
    .replace('</head>', `${afterPaint}</head>`)

type Shown = {
  readonly path: string
  readonly language: Language
  readonly nonce: string
  /** Whether the address has parameters, as that of an invitation. */
  readonly hasParameters: boolean
  /** Whether the request has the cookie of a session, which may have ended. */
  readonly hasSession: boolean
}

/** Writes the page for an address: its language, the place of its back arrow, and what it preloads (REQ-UI-22). */
export const renderAppPage = (
  { html, preloads, firstCalls, frames, afterPaint }: AppPage,
  { path, language, nonce, hasParameters, hasSession }: Shown,
): string => {
  const pattern = findPattern(path)
  const asksFirst = hasSession && pattern !== undefined && !isPublic(pattern)
  const hasBack = pattern !== undefined && isPublic(pattern) && findBackAddress('/', path) !== undefined
  const page = html
    .replace('<html lang="it"', `<html lang="${language}"`)
    .replace('class="frame-header"', hasBack ? 'class="frame-header" data-back' : 'class="frame-header"')
    .replace(
      '</head>',
      `${asksFirst ? firstCalls : ''}${pattern === undefined ? '' : (preloads.get(toKey(pattern, language)) ?? '')}</head>`,
    )
    .replace('<div class="frame">', asksFirst ? '<div class="frame" data-session>' : '<div class="frame">')
    .replaceAll('__CSP_NONCE__', nonce)
  // With parameters an address can show something else, as that of an invitation; without a session it leads to the sign-in page.
  const frame = pattern !== undefined && !hasParameters && (isPublic(pattern) || hasSession) ? frames[path]?.[language] : undefined
  if (frame === undefined) return page
  return asksFirst ? showFrame(page, frame) : startAfterPaint(showFrame(page, frame), afterPaint)
}
