import { principalMessages } from '@registry/domain/messages/permissions'
import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'
import { helpAddress } from '@registry/domain/help/address'
import type { Language } from '@registry/domain/language'
import { apiPageMessages } from '@registry/domain/legacy/page-messages'
import { html, emptyHtml, type Html } from '../../../shared/html.ts'
import type { MessageText, Messages } from '../../../shared/messages.ts'
import { formatCode, getStatus } from '../../errors.ts'
import { buildHtmlPage } from '../../html-page.ts'
import type { LegacyRoute, Example } from '../route.ts'
import { formatWithoutValues } from './placeholders.ts'
import { statusCodes, type FormatText } from './responses.ts'
import { listSchemaRows } from './schema-rows.ts'
import { findDescription, type DocumentedRoute, type JsonSchema } from './schemas.ts'

const quote = (text: string): string => (/^[\w@.:/=+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

const cookieOptions = { opens: ['-c jar'], uses: ['-b jar'] } as const

const listArguments = ({ session, fields, file }: Example): readonly string[] => {
  const option = file ? '-F' : '--data-urlencode'
  const parts = Object.entries(fields).map(([name, value]) => `${option} ${quote(`${name}=${value}`)}`)
  return [...(session ? cookieOptions[session] : []), ...parts, ...(file ? [`-F ${quote(`${file[0]}=@${file[1]}`)}`] : [])]
}

/**
 * The example of an operation as a shell command, with one argument on each line. With `-G` curl puts the fields into the address of a GET.
 */
export const formatCurl = ({ method, path, example }: Pick<LegacyRoute, 'method' | 'path' | 'example'>, api: string): string => {
  const hasQuery = method === 'GET' && Object.keys(example.fields).length > 0
  return [`curl ${api}${path}`, ...(hasQuery ? ['-G'] : []), ...listArguments(example)].join(' \\\n  ')
}

const buildTable = (heads: readonly string[], rows: readonly (readonly (Html | string)[])[], name: string): Html =>
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

const formatAsCode = (text: string): Html => html`<code>${text}</code>`

type FieldTable = { readonly route: LegacyRoute; readonly name: string; readonly empty: MessageText }

const buildFieldTable = (schema: JsonSchema, { route, name, empty }: FieldTable, formatText: FormatText): Html => {
  const rows = listSchemaRows(schema).filter(({ path }) => path !== 'success')
  if (rows.length === 0) return html`<p>${formatText(empty)}</p>`
  const describe = (path: string, top: string): string => {
    const description = path === top ? findDescription(route, path) : undefined
    return description ? formatText(description) : ''
  }
  const lines = rows.map(({ path, type, required, top }) => [
    formatAsCode(path),
    required ? type : `${type}, ${formatText(apiPageMessages.optional)}`,
    describe(path, top),
  ])
  return buildTable([formatText(apiPageMessages.field), formatText(apiPageMessages.kind), formatText(apiPageMessages.about)], lines, name)
}

const buildErrorTable = (codes: readonly ErrorCode[], formatText: FormatText): Html =>
  buildTable(
    [formatText(apiPageMessages.code), formatText(apiPageMessages.meaning)],
    codes.map((code) => [
      html`${formatAsCode(formatCode(code))}${getStatus(code) === 200 ? emptyHtml : ` (${getStatus(code)})`}`,
      formatWithoutValues(errorMessages[code], formatText),
    ]),
    formatText(apiPageMessages.errors),
  )

const listErrors = ({ principals, route }: DocumentedRoute): readonly ErrorCode[] => [
  ...(principals.includes('visitor') ? [] : (['session_required', 'permission_denied'] as const)),
  ...route.errors,
]

/** The request of an operation, where placeholders such as `{nome_campo}` represent many fields. */
const addPlaceholders = ({ request, patterns }: DocumentedRoute): JsonSchema => ({
  ...request,
  properties: { ...Object.fromEntries(patterns.map(({ placeholder, schema }) => [placeholder, schema])), ...request.properties },
})

const buildSection = (documented: DocumentedRoute, formatText: FormatText, api: string): Html => {
  const { route, name, response } = documented
  const { method, path, action, summary, files } = route
  const errors = listErrors(documented)
  const title = `${method} /api${path}${action ? ` · ${action}` : ''}`
  const inRequest = { route, name: `${title}, ${formatText(apiPageMessages.request)}`, empty: apiPageMessages.noFields }
  const inResponse = { route, name: `${title}, ${formatText(apiPageMessages.response)}`, empty: apiPageMessages.onlySuccess }
  const principals = documented.principals.map((principal) => formatText(principalMessages[principal]))
  return html`<section class="page">
    <h2 id="${name}">${title}</h2>
    <p>${formatText(summary)}.</p>
    <p><strong>${formatText(apiPageMessages.who)}</strong>: ${principals.join(', ')}.</p>
    <h3>${formatText(apiPageMessages.request)}</h3>
    ${buildFieldTable(addPlaceholders(documented), inRequest, formatText)}
    <h3>${formatText(apiPageMessages.response)}</h3>
    ${buildFieldTable(response, inResponse, formatText)}
    ${files.length > 0 ? html`<p>${formatText(apiPageMessages.orFile, { types: files.map((type) => type.split(';')[0]).join(', ') })}</p>` : emptyHtml}
    ${
      errors.length > 0
        ? html`<h3>${formatText(apiPageMessages.errors)}</h3>
            ${buildErrorTable(errors, formatText)}`
        : emptyHtml
    }
    <h3>${formatText(apiPageMessages.example)}</h3>
    <pre tabindex="0"><code>${formatCurl(route, api)}</code></pre>
  </section> `
}

const failureExample = '{"success":false,"error":"…","code":"validation_failed","fields":{"format":"…"}}'

const buildIntroduction = (formatText: FormatText): Html =>
  html`<h1>${formatText(apiPageMessages.title)}</h1>
    <p class="lead">${formatText(apiPageMessages.lead)}</p>
    <h2 id="calling">${formatText(apiPageMessages.calling)}</h2>
    ${[apiPageMessages.callingBody, apiPageMessages.callingLanguage, apiPageMessages.callingSession, apiPageMessages.callingCentre].map((text) => html`<p>${formatText(text)}</p>`)}
    <h2 id="responses">${formatText(apiPageMessages.responses)}</h2>
    <p>${formatText(apiPageMessages.responsesBody)}</p>
    <h3>${formatText(apiPageMessages.failure)}</h3>
    <pre tabindex="0"><code>${failureExample}</code></pre>
    <h3>${formatText(apiPageMessages.statuses)}</h3>
    ${buildTable(
      [formatText(apiPageMessages.status), formatText(apiPageMessages.code), formatText(apiPageMessages.meaning)],
      statusCodes.map((code) => [String(getStatus(code)), formatAsCode(code), formatWithoutValues(errorMessages[code], formatText)]),
      formatText(apiPageMessages.statuses),
    )} `

/** Builds the page about the legacy paths, for people. The examples call `api`. */
export const buildApiPage = (routes: readonly DocumentedRoute[], messages: Messages, language: Language, api: string): string => {
  const formatText: FormatText = (text, values) => messages.format(text, language, values)
  const other = language === 'it' ? 'en' : 'it'
  const links = routes.map(
    ({ name, route: { path, action } }) => html`<li><a href="#${name}">${path}${action ? ` · ${action}` : ''}</a></li>`,
  )
  const contents = html`<h2>${formatText(apiPageMessages.paths)}</h2>
    <ul>
      <li><a href="#calling">${formatText(apiPageMessages.calling)}</a></li>
      <li><a href="#responses">${formatText(apiPageMessages.responses)}</a></li>
      ${links}
    </ul>
    <p><a href="/api/openapi.json?lang=${language}">${formatText(apiPageMessages.document)}</a></p>
    <p><a href="${helpAddress(language, 'centre-programs')}">${formatText(apiPageMessages.guide)}</a></p>`
  return buildHtmlPage(messages, {
    language,
    title: formatText(apiPageMessages.title),
    other: { language: other, address: `/api/docs?lang=${other}` },
    contents,
    body: html`${buildIntroduction(formatText)}${routes.map((route) => buildSection(route, formatText, api))}`,
  })
}
