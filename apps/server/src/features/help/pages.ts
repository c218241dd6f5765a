import { helpPages, helpParts, type HelpPage, type HelpPart } from '@registry/domain/access/help-pages'
import { helpAddress } from '@registry/domain/help/address'
import type { HelpLink } from '@registry/domain/help/document'
import { helpMessages } from '@registry/domain/help/messages'
import type { Language } from '@registry/domain/language'
import { html, type Html } from '../../html.ts'
import { buildBlocksHtml } from './blocks-html.ts'
import { buildHtmlPage } from '../../http/html-page.ts'
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
  const body = buildBlocksHtml(blocks, { formatAddress, levelDown: 0, anchors: '' })
  return buildHtmlPage(messages, {
    language,
    title,
    other: findTranslation(language, page),
    body: html`<h1>${title}</h1>
      ${body} ${buildNeighbourLinks(deps, language, page)}`,
  })
}

const parts = Object.keys(helpParts) as readonly HelpPart[]

/** Builds the page with the whole manual and its table of contents (REQ-UI-11). */
export const buildManualHtml = ({ manual, messages }: HelpDeps, language: Language): string => {
  const format = (text: { readonly id: string; readonly message: string }): string => messages.format(text, language)
  const formatAddress = (link: HelpLink): string => ('page' in link ? `#${link.page}` : link.address)
  const buildLine = (page: HelpPage): Html => html`<li><a href="#${page}">${manual.page(language, page).title}</a></li>`
  const contents = html`<h2>${format(helpMessages.contents)}</h2>
    ${parts.map(
      (part) =>
        html`<h3>${format(helpMessages[part])}</h3>
          <ul>
            ${helpParts[part].map(buildLine)}
          </ul>`,
    )}`
  const buildSection = (page: HelpPage): Html => {
    const { title, blocks } = manual.page(language, page)
    const body = buildBlocksHtml(blocks, { formatAddress, levelDown: 1, anchors: `${page}--` })
    return html`<section class="page">
      <h2 id="${page}">${title}</h2>
      ${body}
    </section>`
  }
  return buildHtmlPage(messages, {
    language,
    title: format(helpMessages.manual),
    other: findTranslation(language, 'manual'),
    contents,
    body: html`<h1>${format(helpMessages.manual)}</h1>
      <p class="lead">${format(helpMessages.lead)}</p>
      ${helpPages.map(buildSection)}`,
  })
}
