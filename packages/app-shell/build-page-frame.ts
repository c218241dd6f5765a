import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Joins the lines of a formatted page. A line within a text ends with a space. */
const joinLines = (html: string): string =>
  html
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('> ', '>')
    .replaceAll(' <', '<')
    .trim()

const frame = joinLines(readFileSync(new URL('./frame.html', import.meta.url), 'utf8'))

/** Reads the translations of a catalogue by their Italian text. */
const readCatalogue = async (file: string): Promise<ReadonlyMap<string, string>> => {
  const lines = (await readFile(file, 'utf8')).replaceAll('"\n"', '')
  return new Map([...lines.matchAll(/^msgid "(.*)"\nmsgstr "(.+)"$/gm)].map(([, text = '', translation = '']) => [text, translation]))
}

/** Replaces the Italian texts between tags. @throws Error for a text that the app does not show */
const translate = (html: string, catalogue: ReadonlyMap<string, string> | undefined): string =>
  html.replaceAll(/>([^<>]+)</g, (_found, text: string) => {
    const translation = catalogue ? catalogue.get(text) : text
    if (translation === undefined) throw new Error(`page-frames: no screen shows “${text}”`)
    return `>${translation}<`
  })

/** The texts of pages with and without a session. */
const catalogues = ['locales']

/** Reads the pages in `page-frames` in both languages, by address. */
const readPageFrames = async (app: string): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> => {
  const folder = join(app, 'page-frames')
  const pages = await Promise.all(
    (await readdir(folder)).map(
      async (file) => [`/${basename(file, '.html')}`, joinLines(await readFile(join(folder, file), 'utf8'))] as const,
    ),
  )
  const texts = await Promise.all(
    ['it', 'en'].map(async (language) => {
      if (language === 'it') return [language, undefined] as const
      const read = await Promise.all(catalogues.map((path) => readCatalogue(join(app, path, `${language}.po`))))
      return [language, new Map(read.flatMap((catalogue) => [...catalogue]))] as const
    }),
  )
  return Object.fromEntries(
    pages.map(([path, html]) => [path, Object.fromEntries(texts.map(([language, catalogue]) => [language, translate(html, catalogue)]))]),
  )
}

/**
 * Puts header and skeleton into the page, so that it shows them before its JavaScript runs (REQ-UI-22). They need only the style sheets,
 * so the scripts load after these. For the addresses in `page-frames` the server replaces the skeleton by what the page says whatever its
 * data are, in the language of the reader (decision 0051).
 */
export const pageFrame = (): Plugin => {
  let root = ''
  return {
    name: 'registry:page-frame',
    configResolved: (config) => {
      root = config.root
    },
    transformIndexHtml: (html) => {
      const [, title = ''] = /<title>(.*)<\/title>/.exec(html) ?? []
      return html
        .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
        .replace('<div id="root"></div>', `<div id="root"></div>${frame.replace('__TITLE__', title)}`)
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: '.vite/page-frames.json', source: JSON.stringify(await readPageFrames(root)) })
    },
  }
}
