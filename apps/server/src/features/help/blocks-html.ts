import type { HelpBlock, HelpLink, HelpRun } from '@registry/domain/help/document'
import { html, emptyHtml, type Html } from '../../shared/html.ts'

export type HtmlOptions = { readonly formatAddress: (link: HelpLink) => string }

const buildRun = ({ text, strong, emphasis, code, link }: HelpRun, { formatAddress }: HtmlOptions): Html => {
  const codeOrText = code ? html`<code>${text}</code>` : html`${text}`
  const strongOrText = strong ? html`<strong>${codeOrText}</strong>` : codeOrText
  const formatted = emphasis ? html`<em>${strongOrText}</em>` : strongOrText
  return link ? html`<a href="${formatAddress(link)}">${formatted}</a>` : formatted
}

const buildRuns = (runs: readonly HelpRun[], options: HtmlOptions): Html => html`${runs.map((run) => buildRun(run, options))}`

const buildHeading = ({ level, id, text }: Extract<HelpBlock, { kind: 'heading' }>, options: HtmlOptions): Html => {
  const content = buildRuns(text, options)
  return level === 2 ? html`<h2 id="${id}">${content}</h2>` : html`<h3 id="${id}">${content}</h3>`
}

/** A scrollable table needs an accessible name, which consists of the names of its columns. */
const formatTableName = (head: readonly (readonly HelpRun[])[]): string =>
  head.map((runs) => runs.map(({ text }) => text).join('')).join(', ')

const buildTable = ({ head, rows }: Extract<HelpBlock, { kind: 'table' }>, options: HtmlOptions): Html => {
  const headCells = head.map((cell) => html`<th scope="col">${buildRuns(cell, options)}</th>`)
  const bodyRows = rows.map(
    (row) =>
      html`<tr>
        ${row.map((cell) => html`<td>${buildRuns(cell, options)}</td>`)}
      </tr>`,
  )
  return html`<div class="scroll" role="group" aria-label="${formatTableName(head)}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${headCells}
        </tr>
      </thead>
      <tbody>
        ${bodyRows}
      </tbody>
    </table>
  </div>`
}

const buildBlock = (block: HelpBlock, options: HtmlOptions): Html => {
  switch (block.kind) {
    case 'heading':
      return buildHeading(block, options)
    case 'paragraph':
      return html`<p>${buildRuns(block.text, options)}</p>`
    case 'list': {
      const items = block.items.map((item) => html`<li>${buildRuns(item, options)}</li>`)
      return block.ordered
        ? html`<ol>
            ${items}
          </ol>`
        : html`<ul>
            ${items}
          </ul>`
    }
    case 'table':
      return buildTable(block, options)
    case 'code':
      return html`<pre tabindex="0"><code>${block.text}</code></pre>`
    case 'picture':
      return html`<figure>
        <img src="${block.address}" alt="${block.alt}" width="${block.width}" height="${block.height}" />
      </figure>`
  }
}

export const buildBlocksHtml = (blocks: readonly HelpBlock[], options: HtmlOptions): Html =>
  blocks.length === 0 ? emptyHtml : html`${blocks.map((block) => [buildBlock(block, options), '\n'])}`
