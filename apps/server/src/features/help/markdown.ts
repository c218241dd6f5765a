import { Lexer, type MarkedToken, type Token } from 'marked'
import type { HelpPage } from '@registry/domain/access/help-pages'
import { HelpPageName, type HelpBlock, type HelpLink, type HelpRun } from '@registry/domain/help/document'

/** Address and size of each screenshot, by its file name. */
export type Pictures = ReadonlyMap<string, { readonly address: string; readonly width: number; readonly height: number }>
/** Blocks that the code generates. They replace a paragraph `{{name}}` of a page. */
export type GeneratedBlocks = Readonly<Record<string, readonly HelpBlock[]>>
type PageContext = { readonly pictures: Pictures; readonly generated: GeneratedBlocks }

const isToken = <Kind extends MarkedToken['type']>(token: Token, kind: Kind): token is Extract<MarkedToken, { type: Kind }> =>
  token.type === kind

const reject = (problem: string): never => {
  throw new Error(`the manual has ${problem}, which its pages must not contain`)
}

/** A link leads to a page of the manual (`saved-filters.md`) or to an address of the same host. Other links are rejected. */
const parseLink = (href: string): HelpLink => {
  const page = HelpPageName.safeParse(href.replace(/\.md$/, ''))
  if (href.endsWith('.md') && page.success) return { page: page.data }
  return href.startsWith('/api/') ? { address: href } : reject(`a link to ${href}`)
}

type TextStyle = Omit<HelpRun, 'text'>

const parseRuns = (tokens: readonly Token[], style: TextStyle = {}): HelpRun[] =>
  tokens.flatMap((token): HelpRun[] => {
    if (isToken(token, 'text'))
      return token.tokens ? parseRuns(token.tokens, style) : [{ ...style, text: token.text.replaceAll('\n', ' ') }]
    if (isToken(token, 'escape')) return [{ ...style, text: token.text }]
    if (isToken(token, 'strong')) return parseRuns(token.tokens, { ...style, strong: true })
    if (isToken(token, 'em')) return parseRuns(token.tokens, { ...style, emphasis: true })
    if (isToken(token, 'codespan')) return [{ ...style, code: true, text: token.text }]
    if (isToken(token, 'link')) return parseRuns(token.tokens, { ...style, link: parseLink(token.href) })
    return reject(`inline ${token.type}`)
  })

const formatPlainText = (runs: readonly HelpRun[]): string => runs.map(({ text }) => text).join('')

/** Builds the name of an anchor: letters without accents, and hyphens. */
const buildAnchor = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const parsePicture = (href: string, alt: string, { pictures }: PageContext): HelpBlock => {
  const picture = pictures.get(href.replace(/^\.\.\/images\//, ''))
  if (!picture || alt === '') return reject(`a picture ${href} without file or description`)
  return { kind: 'picture', alt, ...picture }
}

const parseParagraph = (tokens: readonly Token[], text: string, context: PageContext): readonly HelpBlock[] => {
  const [token, ...others] = tokens
  if (token && others.length === 0 && isToken(token, 'image')) return [parsePicture(token.href, token.text, context)]
  const name = /^\{\{([a-z-]+)\}\}$/.exec(text.trim())?.[1]
  if (name === undefined) return [{ kind: 'paragraph', text: parseRuns(tokens) }]
  return context.generated[name] ?? reject(`the generated block ${name}`)
}

const parseListItem = (tokens: readonly Token[]): HelpRun[] => {
  const [token, ...others] = tokens.filter(({ type }) => type !== 'space')
  if (!token || others.length > 0 || !(isToken(token, 'text') || isToken(token, 'paragraph'))) return reject('a list inside a list')
  return parseRuns(token.tokens ?? [token])
}

const parseBlock = (token: Token, context: PageContext): readonly HelpBlock[] => {
  if (isToken(token, 'space')) return []
  if (isToken(token, 'heading')) {
    const text = parseRuns(token.tokens)
    if (token.depth !== 2 && token.depth !== 3) return reject(`a heading of level ${token.depth}: ${token.text}`)
    return [{ kind: 'heading', level: token.depth, id: buildAnchor(formatPlainText(text)), text }]
  }
  if (isToken(token, 'paragraph')) return parseParagraph(token.tokens, token.text, context)
  if (isToken(token, 'list'))
    return [{ kind: 'list', ordered: token.ordered, items: token.items.map((item) => parseListItem(item.tokens)) }]
  if (isToken(token, 'table'))
    return [
      {
        kind: 'table',
        head: token.header.map((cell) => parseRuns(cell.tokens)),
        rows: token.rows.map((row) => row.map((cell) => parseRuns(cell.tokens))),
      },
    ]
  if (isToken(token, 'code')) return [{ kind: 'code', text: token.text }]
  return reject(`${token.type}: ${token.raw.slice(0, 60)}`)
}

/** A page: the title from its only heading of level 1, and the blocks below. */
export type ManualPage = { readonly title: string; readonly blocks: HelpBlock[] }

/**
 * Parses a page of the manual. Pages use a subset of Markdown. Everything else, above all HTML, is an error at start (THREAT-28).
 * @throws Error with the page and the invalid part
 */
export const parseManualPage = (page: HelpPage, source: string, context: PageContext): ManualPage => {
  try {
    const [first, ...rest] = Lexer.lex(source)
    if (!first || !isToken(first, 'heading') || first.depth !== 1) return reject('no title at its start')
    return { title: formatPlainText(parseRuns(first.tokens)), blocks: rest.flatMap((token) => parseBlock(token, context)) }
  } catch (error) {
    throw new Error(`docs/manual, page ${page}`, { cause: error })
  }
}
