import { helpAddress } from '@registry/domain/help/address'
import { helpMessages } from '@registry/domain/messages/help'
import type { Language } from '@registry/domain/language'
import { html, type Html } from '../../shared/html.ts'
import { buildHtmlPage } from '../../http/html-page.ts'
import { buildContents, buildSearchForm } from './contents.ts'
import type { HelpDeps } from './manual.ts'
import type { SearchResult } from './search.ts'

/** The length of the text shown below a found page. */
const excerptLength = 180

const buildExcerpt = (text: string): string =>
  text.length <= excerptLength ? text : `${text.slice(0, excerptLength).replace(/\s+\S*$/, '')} …`

/** Builds the page with the results of a search. The query is text, never markup (THREAT-28). */
export const buildSearchHtml = (deps: HelpDeps, language: Language, query: string, results: readonly SearchResult[]): string => {
  const { messages } = deps
  const buildResult = ({ page, title, anchor, heading, text }: SearchResult): Html =>
    html`<li>
      <a href="${helpAddress(language, page)}${anchor === '' ? '' : `#${anchor}`}">${heading === '' ? title : `${title}: ${heading}`}</a>
      <p>${buildExcerpt(text)}</p>
    </li>`
  const empty = query.trim() === ''
  const message = empty ? helpMessages.emptySearch : results.length > 0 ? helpMessages.results : helpMessages.noResults
  const list =
    results.length > 0
      ? html`<ol class="results">
          ${results.map(buildResult)}
        </ol>`
      : buildContents(deps, language)
  const other: Language = language === 'it' ? 'en' : 'it'
  const title = messages.format(helpMessages.search, language)
  return buildHtmlPage(messages, {
    language,
    title,
    other: { language: other, address: helpAddress(other, 'search') },
    body: html`<h1>${title}</h1>
      ${buildSearchForm(messages, language, query)}
      <p class="lead" role="status">${messages.format(message, language, { count: results.length, query })}</p>
      ${list}`,
  })
}
