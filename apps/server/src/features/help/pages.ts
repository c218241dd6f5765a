import { helpPages, helpParts, type HelpPage, type HelpPart } from '@registry/domain/access/help-pages'
import { helpAddress } from '@registry/domain/help/address'
import type { HelpLink } from '@registry/domain/help/document'
import { helpTexts } from '@registry/domain/help/texts'
import type { Language } from '@registry/domain/language'
import { html, type Html } from '../../html.ts'
import type { Messages } from '../../messages.ts'
import { blocksHtml } from './blocks-html.ts'
import { framed } from './frame.ts'
import type { Manual } from './manual.ts'

type Needs = { readonly manual: Manual; readonly texts: Messages }

const otherOf = (language: Language, page: HelpPage | 'manual') => {
  const other: Language = language === 'it' ? 'en' : 'it'
  return { language: other, address: helpAddress(other, page) }
}

/** The pages before and after in the manual's order. */
const neighbours = ({ manual, texts }: Needs, language: Language, page: HelpPage): Html => {
  const at = helpPages.indexOf(page)
  const link = (to: HelpPage | undefined, side: 'before' | 'after') =>
    to === undefined
      ? ''
      : html`<a class="${side}" href="${helpAddress(language, to)}"
          >${texts.format(helpTexts[side], language)}: ${manual.page(language, to).title}</a
        >`
  return html`<nav class="neighbours" aria-label="${texts.format(helpTexts.neighbours, language)}">
    ${link(helpPages[at - 1], 'before')}${link(helpPages[at + 1], 'after')}
  </nav>`
}

/** One page of the manual (D19). */
export const pageHtml = (needs: Needs, language: Language, page: HelpPage): string => {
  const { manual, texts } = needs
  const { title, blocks } = manual.page(language, page)
  const addressOf = (link: HelpLink): string => ('page' in link ? helpAddress(language, link.page) : link.address)
  const body = blocksHtml(blocks, { addressOf, levelDown: 0, anchors: '' })
  return framed(texts, {
    language,
    title,
    other: otherOf(language, page),
    body: html`<h1>${title}</h1>
      ${body} ${neighbours(needs, language, page)}`,
  })
}

const parts = Object.keys(helpParts) as readonly HelpPart[]

/** The manual that contains them all, with its list of contents (D19). */
export const manualHtml = ({ manual, texts }: Needs, language: Language): string => {
  const say = (text: { readonly id: string; readonly message: string }): string => texts.format(text, language)
  const addressOf = (link: HelpLink): string => ('page' in link ? `#${link.page}` : link.address)
  const line = (page: HelpPage): Html => html`<li><a href="#${page}">${manual.page(language, page).title}</a></li>`
  const contents = html`<h2>${say(helpTexts.contents)}</h2>
    ${parts.map(
      (part) =>
        html`<h3>${say(helpTexts[part])}</h3>
          <ul>
            ${helpParts[part].map(line)}
          </ul>`,
    )}`
  const section = (page: HelpPage): Html => {
    const { title, blocks } = manual.page(language, page)
    const body = blocksHtml(blocks, { addressOf, levelDown: 1, anchors: `${page}--` })
    return html`<section class="page">
      <h2 id="${page}">${title}</h2>
      ${body}
    </section>`
  }
  return framed(texts, {
    language,
    title: say(helpTexts.manual),
    other: otherOf(language, 'manual'),
    contents,
    body: html`<h1>${say(helpTexts.manual)}</h1>
      <p class="lead">${say(helpTexts.lead)}</p>
      ${helpPages.map(section)}`,
  })
}
