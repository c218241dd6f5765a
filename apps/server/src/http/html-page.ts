import { helpMessages } from '@registry/domain/messages/help'
import type { Language } from '@registry/domain/language'
import { html, type Html } from '../shared/html.ts'
import type { Messages } from '../shared/messages.ts'

export type HtmlPage = {
  readonly language: Language
  readonly title: string
  /** The same page in the other language. */
  readonly other: { readonly language: Language; readonly address: string }
  /** The table of contents, next to the page on wide screens. */
  readonly contents?: Html
  /** Whether narrow screens hide the contents, because the header links to them. */
  readonly contentsOnWideOnly?: true
  readonly body: Html
}

/** Builds a complete page with one stylesheet and no script (THREAT-28). */
export const buildHtmlPage = (messages: Messages, { language, title, other, contents, contentsOnWideOnly, body }: HtmlPage): string => {
  const format = (text: { readonly id: string; readonly message: string }): string => messages.format(text, language)
  const manual = format(helpMessages.manual)
  const sidebar = contents
    ? html`<nav class="${contentsOnWideOnly ? 'contents page' : 'contents'}" aria-label="${format(helpMessages.contents)}">
        ${contents}
      </nav>`
    : ''
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title === manual ? manual : `${title} · ${manual}`}</title>
        <link rel="icon" href="/api/help/images/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/api/help/style.css" />
      </head>
      <body>
        <a class="skip" href="#content">${format(helpMessages.skip)}</a>
        <header>
          <a class="product" href="/api/help/${language}/manual"
            ><img src="/api/help/images/icon.svg" alt="" width="28" height="28" />${format(helpMessages.manual)}</a
          >
          <a class="other" href="${other.address}" lang="${other.language}" hreflang="${other.language}"
            >${format(helpMessages.otherLanguage)}</a
          >
        </header>
        <div class="${contents ? 'columns' : 'column'}">
          ${sidebar}
          <main id="content" tabindex="-1">${body}</main>
        </div>
      </body>
    </html> `.markup
}
