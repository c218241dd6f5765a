import type { HelpBlock, HelpLink, HelpRun } from '@registry/domain/help/document'
import { html, emptyHtml, type Html } from '../../html.ts'

/** How blocks become HTML in one place: where links lead, how deep headings stand, what anchors begin with. */
export type Placing = {
  readonly addressOf: (link: HelpLink) => string
  readonly levelDown: 0 | 1
  readonly anchors: string
}

const runOf = ({ text, strong, emphasis, code, link }: HelpRun, { addressOf }: Placing): Html => {
  const written = code ? html`<code>${text}</code>` : html`${text}`
  const weighed = strong ? html`<strong>${written}</strong>` : written
  const shaped = emphasis ? html`<em>${weighed}</em>` : weighed
  return link ? html`<a href="${addressOf(link)}">${shaped}</a>` : shaped
}

const runsOf = (runs: readonly HelpRun[], placing: Placing): Html => html`${runs.map((run) => runOf(run, placing))}`

const headingOf = ({ level, id, text }: Extract<HelpBlock, { kind: 'heading' }>, placing: Placing): Html => {
  const words = runsOf(text, placing)
  const anchor = placing.anchors + id
  if (level + placing.levelDown === 2) return html`<h2 id="${anchor}">${words}</h2>`
  return level + placing.levelDown === 3 ? html`<h3 id="${anchor}">${words}</h3>` : html`<h4 id="${anchor}">${words}</h4>`
}

/** A table that scrolls is called by what its columns say. */
const plainText = (head: readonly (readonly HelpRun[])[]): string => head.map((runs) => runs.map(({ text }) => text).join('')).join(', ')

const tableOf = ({ head, rows }: Extract<HelpBlock, { kind: 'table' }>, placing: Placing): Html => {
  const heads = head.map((cell) => html`<th scope="col">${runsOf(cell, placing)}</th>`)
  const lines = rows.map(
    (row) =>
      html`<tr>
        ${row.map((cell) => html`<td>${runsOf(cell, placing)}</td>`)}
      </tr>`,
  )
  return html`<div class="scroll" role="group" aria-label="${plainText(head)}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </div>`
}

const blockOf = (block: HelpBlock, placing: Placing): Html => {
  switch (block.kind) {
    case 'heading':
      return headingOf(block, placing)
    case 'paragraph':
      return html`<p>${runsOf(block.text, placing)}</p>`
    case 'list': {
      const items = block.items.map((item) => html`<li>${runsOf(item, placing)}</li>`)
      return block.ordered
        ? html`<ol>
            ${items}
          </ol>`
        : html`<ul>
            ${items}
          </ul>`
    }
    case 'table':
      return tableOf(block, placing)
    case 'code':
      return html`<pre tabindex="0"><code>${block.text}</code></pre>`
    case 'picture':
      return html`<figure>
        <img src="${block.address}" alt="${block.alt}" width="${block.width}" height="${block.height}" />
      </figure>`
  }
}

export const blocksHtml = (blocks: readonly HelpBlock[], placing: Placing): Html =>
  blocks.length === 0 ? emptyHtml : html`${blocks.map((block) => [blockOf(block, placing), '\n'])}`
