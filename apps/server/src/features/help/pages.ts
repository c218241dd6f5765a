import { helpPages, type HelpPage } from '@registry/domain/access/help-pages'
import { helpAddress } from '@registry/domain/help/address'
import type { HelpLink } from '@registry/domain/help/document'
import { helpMessages } from '@registry/domain/messages/help'
import type { Language } from '@registry/domain/language'
import { html, type Html } from '../../shared/html.ts'
import { buildBlocksHtml } from './blocks-html.ts'
import { buildHtmlPage } from '../../http/html-page.ts'
import { buildContents, buildSearchForm } from './contents.ts'
import type { HelpDeps } from './manual.ts'

const findTranslation = (language: Language, page: HelpPage | 'manual') => {
  const other: Language = language === 'it' ? 'en' : 'it'
  return { language: other, address: helpAddress(other, page) }
}

/** Builds links to the previous and the next page. */
const buildNeighbourLinks = ({ manual, messages }: HelpDeps, language: Language, page: HelpPage): Html => {
  const at = helpPages.indexOf(page)
  const buildLink = (to: HelpPage | undefined, side: 'before' | 'after') =>
    to === undefined
      ? ''
      : html`<a class="${side}" href="${helpAddress(language, to)}"
          >${messages.format(helpMessages[side], language)}: ${manual.page(language, to).title}</a
        >`
  return html`<nav class="neighbours" aria-label="${messages.format(helpMessages.neighbours, language)}">
    ${buildLink(helpPages[at - 1], 'before')}${buildLink(helpPages[at + 1], 'after')}
  </nav>`
}

/** Builds one page of the manual (REQ-UI-11). */
export const buildPageHtml = (deps: HelpDeps, language: Language, page: HelpPage): string => {
  const { manual, messages } = deps
  const { title, blocks } = manual.page(language, page)
  const formatAddress = (link: HelpLink): string => ('page' in link ? helpAddress(language, link.page) : link.address)
  const body = buildBlocksHtml(blocks, { formatAddress })
  return buildHtmlPage(messages, {
    language,
    title,
    other: findTranslation(language, page),
    contentsOnWideOnly: true,
    contents: html`${buildSearchForm(messages, language, '')}${buildContents(deps, language, page)}`,
    body: html`<h1>${title}</h1>
      ${body} ${buildNeighbourLinks(deps, language, page)}`,
  })
}

/** Builds the first page of the manual: the search and the contents (REQ-UI-11). */
export const buildManualHtml = (deps: HelpDeps, language: Language): string => {
  const { messages } = deps
  const title = messages.format(helpMessages.manual, language)
  return buildHtmlPage(messages, {
    language,
    title,
    other: findTranslation(language, 'manual'),
    body: html`<h1>${title}</h1>
      <p class="lead">${messages.format(helpMessages.lead, language)}</p>
      ${buildSearchForm(messages, language, '')} ${buildContents(deps, language)}`,
  })
}
