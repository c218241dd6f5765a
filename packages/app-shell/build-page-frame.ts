import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll(/\s*\n\s*/g, '')
const frame = read('./frame.html')

/** Reads the translations of a catalogue by their Italian text. */
const readCatalogue = async (file: string): Promise<ReadonlyMap<string, string>> => {
  const lines = (await readFile(file, 'utf8')).replaceAll('"\n"', '')
  return new Map([...lines.matchAll(/^msgid "(.*)"\nmsgstr "(.+)"$/gm)].map(([, text = '', translation = '']) => [text, translation]))
}

/** Replaces the Italian texts between tags. @throws Error for a text that the app does not show */
const translate = (html: string, catalogue: ReadonlyMap<string, string>): string =>
  html.replaceAll(/>([^<>]+)</g, (_found, text: string) => {
    const translation = catalogue.get(text)
    if (translation === undefined) throw new Error(`sign-in-frame.html: no screen shows “${text}”`)
    return `>${translation}<`
  })

/**
 * Puts header and skeleton into the page, so that it shows them before its JavaScript runs (REQ-UI-22). They need only the style sheets,
 * so the scripts load after these. On the sign-in page the server replaces the skeleton by headings, labels and fields, which
 * `sign-in-frame.html` has and this writes in both languages.
 */
export const pageFrame = (signIn: string): Plugin => {
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
      const html = (await readFile(join(root, 'sign-in-frame.html'), 'utf8')).replaceAll(/\s*\n\s*/g, '')
      const frames = await Promise.all(
        ['it', 'en'].map(
          async (language) => [language, translate(html, await readCatalogue(join(root, `locales/${language}.po`)))] as const,
        ),
      )
      this.emitFile({
        type: 'asset',
        fileName: '.vite/sign-in-frame.json',
        source: JSON.stringify({ path: signIn, ...Object.fromEntries(frames) }),
      })
    },
  }
}
