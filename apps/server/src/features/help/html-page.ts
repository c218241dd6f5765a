import { helpMessages } from '@registry/domain/help/messages'
import type { Language } from '@registry/domain/language'
import { html, type Html } from '../../html.ts'
import type { Messages } from '../../messages.ts'

export type HtmlPage = {
  readonly language: Language
  readonly title: string
  /** The same page in the other language. */
  readonly other: { readonly language: Language; readonly address: string }
  /** The list of contents, beside the page where the window is wide. */
  readonly contents?: Html
  readonly body: Html
}

/** A whole page that the server writes itself: no script, one stylesheet, readable and printable as it is (security.md 5.2). */
export const buildHtmlPage = (texts: Messages, { language, title, other, contents, body }: HtmlPage): string => {
  const say = (text: { readonly id: string; readonly message: string }): string => texts.format(text, language)
  const manual = say(helpMessages.manual)
  const side = contents ? html`<nav class="contents" aria-label="${say(helpMessages.contents)}">${contents}</nav>` : ''
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
        <a class="skip" href="#content">${say(helpMessages.skip)}</a>
        <header>
          <a class="product" href="/api/help/${language}/manual">${say(helpMessages.manual)}</a>
          <a class="other" href="${other.address}" lang="${other.language}" hreflang="${other.language}"
            >${say(helpMessages.otherLanguage)}</a
          >
        </header>
        <div class="${contents ? 'columns' : 'column'}">
          ${side}
          <main id="content" tabindex="-1">${body}</main>
        </div>
      </body>
    </html> `.markup
}
