import type { Principal } from '@registry/domain/access/roles'
import { principalMessages } from '@registry/domain/messages/permissions'
import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'
import { helpAddress } from '@registry/domain/help/address'
import type { Language } from '@registry/domain/language'
import { apiPageMessages } from '@registry/domain/legacy/page-messages'
import { html, emptyHtml, type Html } from '../../../shared/html.ts'
import type { MessageText, Messages } from '../../../shared/messages.ts'
import { formatCode, getStatus } from '../../errors.ts'
import { buildHtmlPage } from '../../html-page.ts'
import { getFhirStatus } from '../../operation-outcome.ts'
import type { LegacyRoute, Example } from '../route.ts'
import { fhirErrors, fhirExample, fhirPath, fhirSchemas } from './fhir.ts'
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

const buildErrorTable = (codes: readonly ErrorCode[], formatText: FormatText, findStatus = getStatus): Html =>
  buildTable(
    [formatText(apiPageMessages.code), formatText(apiPageMessages.meaning)],
    codes.map((code) => [
      html`${formatAsCode(formatCode(code))}${findStatus(code) === 200 ? emptyHtml : ` (${findStatus(code)})`}`,
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

type Section = {
  readonly name: string
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly principals: readonly Principal[]
  readonly request: Html
  readonly response: Html
  readonly errors: Html | undefined
  readonly example: string
}

const buildSectionHtml = (section: Section, formatText: FormatText): Html => {
  const principals = section.principals.map((principal) => formatText(principalMessages[principal]))
  return html`<section class="page">
    <h2 id="${section.name}">${section.title}</h2>
    ${section.paragraphs.map((text) => html`<p>${text}</p>`)}
    <p><strong>${formatText(apiPageMessages.who)}</strong>: ${principals.join(', ')}.</p>
    <h3>${formatText(apiPageMessages.request)}</h3>
    ${section.request}
    <h3>${formatText(apiPageMessages.response)}</h3>
    ${section.response}
    ${
      section.errors
        ? html`<h3>${formatText(apiPageMessages.errors)}</h3>
            ${section.errors}`
        : emptyHtml
    }
    <h3>${formatText(apiPageMessages.example)}</h3>
    <pre tabindex="0"><code>${section.example}</code></pre>
  </section> `
}

const buildSection = (documented: DocumentedRoute, formatText: FormatText, api: string): Html => {
  const { route, name, response } = documented
  const { method, path, action, summary, files } = route
  const errors = listErrors(documented)
  const title = `${method} /api${path}${action ? ` · ${action}` : ''}`
  const inRequest = { route, name: `${title}, ${formatText(apiPageMessages.request)}`, empty: apiPageMessages.noFields }
  const inResponse = { route, name: `${title}, ${formatText(apiPageMessages.response)}`, empty: apiPageMessages.onlySuccess }
  return buildSectionHtml(
    {
      name,
      title,
      paragraphs: [`${formatText(summary)}.`],
      principals: documented.principals,
      request: buildFieldTable(addPlaceholders(documented), inRequest, formatText),
      response: html`${buildFieldTable(response, inResponse, formatText)}
      ${files.length > 0 ? html`<p>${formatText(apiPageMessages.orFile, { types: files.map((type) => type.split(';')[0]).join(', ') })}</p>` : emptyHtml}`,
      errors: errors.length > 0 ? buildErrorTable(errors, formatText) : undefined,
      example: formatCurl(route, api),
    },
    formatText,
  )
}

/** The section of the path that has no fields: its rows are the elements of the resources. */
const buildFhirSection = (formatText: FormatText, api: string): Html => {
  const title = `POST /api${fhirPath}`
  const buildElements = (schema: JsonSchema, name: MessageText): Html =>
    buildTable(
      [formatText(apiPageMessages.field), formatText(apiPageMessages.kind)],
      listSchemaRows(schema).map(({ path, type, required }) => [
        formatAsCode(path),
        required ? type : `${type}, ${formatText(apiPageMessages.optional)}`,
      ]),
      `${title}, ${formatText(name)}`,
    )
  const bundle = `cat > bundle.json <<'END'\n${JSON.stringify(fhirExample, null, 2)}\nEND`
  const curl = `curl ${api}${fhirPath}`
  const options = [`-u RM01:Thal-Demo-2026-RM01`, `-H 'Content-Type: application/fhir+json'`, '--data-binary @bundle.json']
  return buildSectionHtml(
    {
      name: 'fhir',
      title,
      paragraphs: [`${formatText(apiPageMessages.fhir)}.`, formatText(apiPageMessages.fhirBody)],
      principals: ['centre'],
      request: buildElements(fhirSchemas['fhir.request'], apiPageMessages.request),
      response: html`<p>${formatText(apiPageMessages.fhirStored)}</p>
        ${buildElements(fhirSchemas['fhir.answer'], apiPageMessages.response)}`,
      errors: buildErrorTable(fhirErrors, formatText, getFhirStatus),
      example: `${bundle}\n${[curl, ...options].join(' \\\n  ')}`,
    },
    formatText,
  )
}

const failureExample = '{"success":false,"error":"…","code":"validation_failed","fields":{"format":"…"}}'

const buildIntroduction = (formatText: FormatText): Html =>
  html`<h1>${formatText(apiPageMessages.title)}</h1>
    <p class="lead">${formatText(apiPageMessages.lead)}</p>
    <h2 id="calling">${formatText(apiPageMessages.calling)}</h2>
    ${[apiPageMessages.callingBody, apiPageMessages.callingLanguage, apiPageMessages.callingSession, apiPageMessages.callingCentre, apiPageMessages.callingFhir].map((text) => html`<p>${formatText(text)}</p>`)}
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

/** Builds the page about the paths of programs, for people. The examples call `api`. */
export const buildApiPage = (routes: readonly DocumentedRoute[], messages: Messages, language: Language, api: string): string => {
  const formatText: FormatText = (text, values) => messages.format(text, language, values)
  const other = language === 'it' ? 'en' : 'it'
  const links = routes.map(
    ({ name, route: { path, action } }) => html`<li><a href="#${name}">${path}${action ? ` · ${action}` : ''}</a></li>`,
  )
  const fhirLink = html`<li><a href="#fhir">${fhirPath}</a></li>`
  const contents = html`<h2>${formatText(apiPageMessages.paths)}</h2>
    <ul>
      <li><a href="#calling">${formatText(apiPageMessages.calling)}</a></li>
      <li><a href="#responses">${formatText(apiPageMessages.responses)}</a></li>
      ${links}${fhirLink}
    </ul>
    <p><a href="/api/openapi.json?lang=${language}">${formatText(apiPageMessages.document)}</a></p>
    <p><a href="${helpAddress(language, 'centre-programs')}">${formatText(apiPageMessages.guide)}</a></p>`
  return buildHtmlPage(messages, {
    language,
    title: formatText(apiPageMessages.title),
    other: { language: other, address: `/api/docs?lang=${other}` },
    contents,
    body: html`${buildIntroduction(formatText)}${routes.map((route) => buildSection(route, formatText, api))}${buildFhirSection(formatText, api)}`,
  })
}
