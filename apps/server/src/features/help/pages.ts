import { helpPages, helpParts, type HelpPage, type HelpPart } from '@registry/domain/access/help-pages'
import { helpAddress } from '@registry/domain/help/address'
import type { HelpLink } from '@registry/domain/help/document'
import { helpMessages } from '@registry/domain/help/messages'
import type { Language } from '@registry/domain/language'
import { html, type Html } from '../../html.ts'
import type { Messages } from '../../messages.ts'
import { buildBlocksHtml } from './blocks-html.ts'
import { buildHtmlPage } from './html-page.ts'
import type { Manual } from './manual.ts'

type Needs = { readonly manual: Manual; readonly texts: Messages }

const findTranslation = (language: Language, page: HelpPage | 'manual') => {
  const other: Language = language === 'it' ? 'en' : 'it'
  return { language: other, address: helpAddress(other, page) }
}

/** The pages before and after in the manual's order. */
const buildNeighbourLinks = ({ manual, texts }: Needs, language: Language, page: HelpPage): Html => {
  const at = helpPages.indexOf(page)
  const link = (to: HelpPage | undefined, side: 'before' | 'after') =>
    to === undefined
      ? ''
      : html`<a class="${side}" href="${helpAddress(language, to)}"
          >${texts.format(helpMessages[side], language)}: ${manual.page(language, to).title}</a
        >`
  return html`<nav class="neighbours" aria-label="${texts.format(helpMessages.neighbours, language)}">
    ${link(helpPages[at - 1], 'before')}${link(helpPages[at + 1], 'after')}
  </nav>`
}

/** One page of the manual (D19). */
export const buildPageHtml = (needs: Needs, language: Language, page: HelpPage): string => {
  const { manual, texts } = needs
  const { title, blocks } = manual.page(language, page)
  const formatAddress = (link: HelpLink): string => ('page' in link ? helpAddress(language, link.page) : link.address)
  const body = buildBlocksHtml(blocks, { formatAddress, levelDown: 0, anchors: '' })
  return buildHtmlPage(texts, {
    language,
    title,
    other: findTranslation(language, page),
    body: html`<h1>${title}</h1>
      ${body} ${buildNeighbourLinks(needs, language, page)}`,
  })
}

const parts = Object.keys(helpParts) as readonly HelpPart[]

/** The manual that contains them all, with its list of contents (D19). */
export const buildManualHtml = ({ manual, texts }: Needs, language: Language): string => {
  const say = (text: { readonly id: string; readonly message: string }): string => texts.format(text, language)
  const formatAddress = (link: HelpLink): string => ('page' in link ? `#${link.page}` : link.address)
  const line = (page: HelpPage): Html => html`<li><a href="#${page}">${manual.page(language, page).title}</a></li>`
  const contents = html`<h2>${say(helpMessages.contents)}</h2>
    ${parts.map(
      (part) =>
        html`<h3>${say(helpMessages[part])}</h3>
          <ul>
            ${helpParts[part].map(line)}
          </ul>`,
    )}`
  const section = (page: HelpPage): Html => {
    const { title, blocks } = manual.page(language, page)
    const body = buildBlocksHtml(blocks, { formatAddress, levelDown: 1, anchors: `${page}--` })
    return html`<section class="page">
      <h2 id="${page}">${title}</h2>
      ${body}
    </section>`
  }
  return buildHtmlPage(texts, {
    language,
    title: say(helpMessages.manual),
    other: findTranslation(language, 'manual'),
    contents,
    body: html`<h1>${say(helpMessages.manual)}</h1>
      <p class="lead">${say(helpMessages.lead)}</p>
      ${helpPages.map(section)}`,
  })
}
