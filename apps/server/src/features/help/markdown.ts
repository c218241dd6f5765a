import { Lexer, type MarkedToken, type Token } from 'marked'
import type { HelpPage } from '@registry/domain/access/help-pages'
import { HelpPageName, type HelpBlock, type HelpLink, type HelpRun } from '@registry/domain/help/document'

/** A picture's address and size, by the name that the manual's pages write. */
export type Pictures = ReadonlyMap<string, { readonly address: string; readonly width: number; readonly height: number }>
/** Blocks that are made from the code and stand where a page has a paragraph `{{name}}`. */
export type Generated = Readonly<Record<string, readonly HelpBlock[]>>
type Around = { readonly pictures: Pictures; readonly generated: Generated }

const is = <Kind extends MarkedToken['type']>(token: Token, kind: Kind): token is Extract<MarkedToken, { type: Kind }> =>
  token.type === kind

const unknown = (what: string): never => {
  throw new Error(`the manual has ${what}, which its pages may not hold`)
}

/** `saved-filters.md` is another page; an address of the same host stays what it is; anything else leads out and is refused. */
const linkOf = (href: string): HelpLink => {
  const page = HelpPageName.safeParse(href.replace(/\.md$/, ''))
  if (href.endsWith('.md') && page.success) return { page: page.data }
  return href.startsWith('/api/') ? { address: href } : unknown(`a link to ${href}`)
}

type Look = Omit<HelpRun, 'text'>

const runsOf = (tokens: readonly Token[], look: Look = {}): HelpRun[] =>
  tokens.flatMap((token): HelpRun[] => {
    if (is(token, 'text')) return token.tokens ? runsOf(token.tokens, look) : [{ ...look, text: token.text.replaceAll('\n', ' ') }]
    if (is(token, 'escape')) return [{ ...look, text: token.text }]
    if (is(token, 'strong')) return runsOf(token.tokens, { ...look, strong: true })
    if (is(token, 'em')) return runsOf(token.tokens, { ...look, emphasis: true })
    if (is(token, 'codespan')) return [{ ...look, code: true, text: token.text }]
    if (is(token, 'link')) return runsOf(token.tokens, { ...look, link: linkOf(token.href) })
    return unknown(`inline ${token.type}`)
  })

const plain = (runs: readonly HelpRun[]): string => runs.map(({ text }) => text).join('')

/** An anchor's name: letters without their accents, and hyphens. */
const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const pictureOf = (href: string, alt: string, { pictures }: Around): HelpBlock => {
  const picture = pictures.get(href.replace(/^\.\.\/images\//, ''))
  if (!picture || alt === '') return unknown(`a picture ${href} without file or words`)
  return { kind: 'picture', alt, ...picture }
}

const paragraphOf = (tokens: readonly Token[], text: string, around: Around): readonly HelpBlock[] => {
  const [only, ...others] = tokens
  if (only && others.length === 0 && is(only, 'image')) return [pictureOf(only.href, only.text, around)]
  const name = /^\{\{([a-z-]+)\}\}$/.exec(text.trim())?.[1]
  if (name === undefined) return [{ kind: 'paragraph', text: runsOf(tokens) }]
  return around.generated[name] ?? unknown(`the generated part ${name}`)
}

const itemOf = (tokens: readonly Token[]): HelpRun[] => {
  const [only, ...others] = tokens.filter(({ type }) => type !== 'space')
  if (!only || others.length > 0 || !(is(only, 'text') || is(only, 'paragraph'))) return unknown('a list inside a list')
  return runsOf(only.tokens ?? [only])
}

const blockOf = (token: Token, around: Around): readonly HelpBlock[] => {
  if (is(token, 'space')) return []
  if (is(token, 'heading')) {
    const text = runsOf(token.tokens)
    if (token.depth !== 2 && token.depth !== 3) return unknown(`a heading of level ${token.depth}: ${token.text}`)
    return [{ kind: 'heading', level: token.depth, id: slug(plain(text)), text }]
  }
  if (is(token, 'paragraph')) return paragraphOf(token.tokens, token.text, around)
  if (is(token, 'list')) return [{ kind: 'list', ordered: token.ordered, items: token.items.map((item) => itemOf(item.tokens)) }]
  if (is(token, 'table'))
    return [
      {
        kind: 'table',
        head: token.header.map((cell) => runsOf(cell.tokens)),
        rows: token.rows.map((row) => row.map((cell) => runsOf(cell.tokens))),
      },
    ]
  if (is(token, 'code')) return [{ kind: 'code', text: token.text }]
  return unknown(`${token.type}: ${token.raw.slice(0, 60)}`)
}

/** What a page says: its title, the one heading of level 1 at its beginning, and what stands below. */
export type Written = { readonly title: string; readonly blocks: HelpBlock[] }

/**
 * Reads a page of the manual. The pages use a part of Markdown; what is beyond it, HTML above all, is an error at start and never reaches a reader.
 * @throws Error that names what a page may not hold
 */
export const readMarkdown = (page: HelpPage, source: string, around: Around): Written => {
  try {
    const [first, ...rest] = Lexer.lex(source)
    if (!first || !is(first, 'heading') || first.depth !== 1) return unknown('no title at its beginning')
    return { title: plain(runsOf(first.tokens)), blocks: rest.flatMap((token) => blockOf(token, around)) }
  } catch (error) {
    throw new Error(`docs/manual, page ${page}`, { cause: error })
  }
}
