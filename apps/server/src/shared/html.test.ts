import { expect, test } from 'vitest'
import { html, emptyHtml } from './html.ts'

test('every inserted value is escaped, in text and in attributes', () => {
  expect(html`<i title="${`"'<&>`}">${'<b>'}${7}</i>`.markup).toBe('<i title="&quot;&#39;&lt;&amp;&gt;">&lt;b&gt;7</i>')
})

test('only values of the type Html are inserted unescaped, alone or in a list', () => {
  const items = ['<1>', 2].map((item) => html`<i>${item}</i>`)
  expect(html`${items}${emptyHtml}${[emptyHtml, '&']}`.markup).toBe('<i>&lt;1&gt;</i><i>2</i>&amp;')
  expect(html`plain`.markup).toBe('plain')
})
