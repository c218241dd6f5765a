import { helpParts, type HelpPage, type HelpPart } from '@registry/domain/access/help-pages'
import { helpAddress } from '@registry/domain/help/address'
import { helpMessages } from '@registry/domain/messages/help'
import type { Language } from '@registry/domain/language'
import { html, type Html } from '../../shared/html.ts'
import type { Messages } from '../../shared/messages.ts'
import type { HelpDeps } from './manual.ts'

/** The maximum length of a search query. */
export const maxQueryLength = 100

/** Builds the form of the search. It sends a GET request, so a search has an address that can be linked. */
export const buildSearchForm = (messages: Messages, language: Language, query: string): Html =>
  html`<form class="search" role="search" action="${helpAddress(language, 'search')}" method="get">
    <label for="q">${messages.format(helpMessages.search, language)}</label>
    <div>
      <input id="q" name="q" type="search" value="${query}" maxlength="${maxQueryLength}" autocomplete="off" />
      <button type="submit">${messages.format(helpMessages.searchButton, language)}</button>
    </div>
  </form>`

const parts = Object.keys(helpParts) as readonly HelpPart[]

/** Builds the list of all pages, by part. `current` is the open page. */
export const buildContents = ({ manual, messages }: HelpDeps, language: Language, current?: HelpPage): Html => {
  const buildLine = (page: HelpPage): Html =>
    page === current
      ? html`<li><a href="${helpAddress(language, page)}" aria-current="page">${manual.page(language, page).title}</a></li>`
      : html`<li><a href="${helpAddress(language, page)}">${manual.page(language, page).title}</a></li>`
  const buildPart = (part: HelpPart): Html =>
    html`<div class="part">
      <h3>${messages.format(helpMessages[part], language)}</h3>
      <ul>
        ${helpParts[part].map(buildLine)}
      </ul>
    </div>`
  return html`<h2>${messages.format(helpMessages.contents, language)}</h2>
    <div class="parts">${parts.map(buildPart)}</div>`
}
