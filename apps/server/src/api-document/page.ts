import { principalMessages } from '@registry/domain/access/messages'
import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'
import { helpAddress } from '@registry/domain/help/address'
import type { Language } from '@registry/domain/language'
import { apiPageMessages } from '@registry/domain/legacy/page-messages'
import { formatCode, getStatus } from '../http/errors.ts'
import { buildHtmlPage } from '../features/help/html-page.ts'
import { html, emptyHtml, type Html } from '../html.ts'
import type { MessageText, Messages } from '../messages.ts'
import { statusCodes } from './document.ts'
import { curlOf } from './example.ts'
import { inGeneral } from './in-general.ts'
import { textOf, type Operation, type Schema } from './operations.ts'
import { schemaRows } from './schema-rows.ts'

type Say = (text: MessageText, values?: Readonly<Record<string, string | number>>) => string

const tableOf = (heads: readonly string[], rows: readonly (readonly (Html | string)[])[], name: string): Html =>
  html`<div class="scroll" role="group" aria-label="${name}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

const code = (text: string): Html => html`<code>${text}</code>`

const fieldTable = (schema: Schema, { shape }: Operation, say: Say, name: string, empty: MessageText): Html => {
  const rows = schemaRows(schema).filter(({ path }) => path !== 'success')
  if (rows.length === 0) return html`<p>${say(empty)}</p>`
  const about = (path: string, top: string): string => {
    const words = path === top ? textOf(shape, path) : undefined
    return words ? say(words) : ''
  }
  const lines = rows.map(({ path, kind, required, top }) => [
    code(path),
    required ? kind : `${kind}, ${say(apiPageMessages.optional)}`,
    about(path, top),
  ])
  return tableOf([say(apiPageMessages.field), say(apiPageMessages.kind), say(apiPageMessages.about)], lines, name)
}

const refusalTable = (codes: readonly ErrorCode[], say: Say): Html =>
  tableOf(
    [say(apiPageMessages.code), say(apiPageMessages.meaning)],
    codes.map((one) => [
      html`${code(formatCode(one))}${getStatus(one) === 200 ? emptyHtml : ` (${getStatus(one)})`}`,
      inGeneral(errorMessages[one], say),
    ]),
    say(apiPageMessages.refusals),
  )

const own = ({ shape, allowed }: Operation): readonly ErrorCode[] => [
  ...(allowed.includes('visitor') ? [] : (['session_required', 'permission_denied'] as const)),
  ...shape.refusals,
]

const section = (operation: Operation, say: Say, api: string): Html => {
  const { name, method, path, action, allowed, shape, request, answer } = operation
  const refusals = own(operation)
  const title = `${method} /api${path}${action ? ` · ${action}` : ''}`
  return html`<section class="page">
    <h2 id="${name}">${title}</h2>
    <p>${say(shape.about)}.</p>
    <p><strong>${say(apiPageMessages.who)}</strong>: ${allowed.map((principal) => say(principalMessages[principal])).join(', ')}.</p>
    <h3>${say(apiPageMessages.request)}</h3>
    ${fieldTable(request, operation, say, `${title}, ${say(apiPageMessages.request)}`, apiPageMessages.noFields)}
    <h3>${say(apiPageMessages.answer)}</h3>
    ${fieldTable(answer, operation, say, `${title}, ${say(apiPageMessages.answer)}`, apiPageMessages.onlySuccess)}
    ${shape.files ? html`<p>${say(apiPageMessages.orFile, { types: shape.files.map((type) => type.split(';')[0]).join(', ') })}</p>` : emptyHtml}
    ${
      refusals.length > 0
        ? html`<h3>${say(apiPageMessages.refusals)}</h3>
            ${refusalTable(refusals, say)}`
        : emptyHtml
    }
    <h3>${say(apiPageMessages.example)}</h3>
    <pre tabindex="0"><code>${curlOf(operation, api)}</code></pre>
  </section> `
}

const failed = '{"success":false,"error":"…","code":"validation_failed","fields":{"format":"…"}}'

const introduction = (say: Say): Html =>
  html`<h1>${say(apiPageMessages.title)}</h1>
    <p class="lead">${say(apiPageMessages.lead)}</p>
    <h2 id="calling">${say(apiPageMessages.calling)}</h2>
    ${[apiPageMessages.callingBody, apiPageMessages.callingLanguage, apiPageMessages.callingSession, apiPageMessages.callingCentre].map((text) => html`<p>${say(text)}</p>`)}
    <h2 id="answers">${say(apiPageMessages.answers)}</h2>
    <p>${say(apiPageMessages.answersBody)}</p>
    <h3>${say(apiPageMessages.failure)}</h3>
    <pre tabindex="0"><code>${failed}</code></pre>
    <h3>${say(apiPageMessages.statuses)}</h3>
    ${tableOf(
      [say(apiPageMessages.status), say(apiPageMessages.code), say(apiPageMessages.meaning)],
      statusCodes.map((one) => [String(getStatus(one)), code(one), inGeneral(errorMessages[one], say)]),
      say(apiPageMessages.statuses),
    )} `

/** The page on which people read the legacy paths: the OpenAPI document in words (D2). `api` is where the examples call. */
export const apiPage = (operations: readonly Operation[], texts: Messages, language: Language, api: string): string => {
  const say: Say = (text, values) => texts.format(text, language, values)
  const other = language === 'it' ? 'en' : 'it'
  const links = operations.map(({ name, path, action }) => html`<li><a href="#${name}">${path}${action ? ` · ${action}` : ''}</a></li>`)
  const contents = html`<h2>${say(apiPageMessages.paths)}</h2>
    <ul>
      <li><a href="#calling">${say(apiPageMessages.calling)}</a></li>
      <li><a href="#answers">${say(apiPageMessages.answers)}</a></li>
      ${links}
    </ul>
    <p><a href="/api/openapi.json?lang=${language}">${say(apiPageMessages.document)}</a></p>
    <p><a href="${helpAddress(language, 'centre-programs')}">${say(apiPageMessages.guide)}</a></p>`
  return buildHtmlPage(texts, {
    language,
    title: say(apiPageMessages.title),
    other: { language: other, address: `/api/docs?lang=${other}` },
    contents,
    body: html`${introduction(say)}${operations.map((operation) => section(operation, say, api))}`,
  })
}
