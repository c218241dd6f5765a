import { describe, expect, test } from 'vitest'
import type { HelpBlock } from '@registry/domain/help/document'
import { parseManualPage } from './markdown.ts'

const pictures = new Map([['a.svg', { address: '/api/help/images/a.svg', width: 20, height: 10 }]])
const table: HelpBlock = { kind: 'table', head: [[{ text: 'x' }]], rows: [] }
const read = (source: string) => parseManualPage('home', source, { pictures, generated: { commands: [table] } })

describe('a page of the manual', () => {
  test('becomes a tree of blocks', () => {
    const { title, blocks } = read(
      '# Titolo\n\nUn **testo `forte`** con [un link](consents.md) e\nun’altra riga.\n\n## Sotto è così\n\n1. uno\n2. due\n\n![Una figura](../images/a.svg)\n\n{{commands}}\n',
    )
    expect(title).toBe('Titolo')
    expect(blocks).toEqual([
      {
        kind: 'paragraph',
        text: [
          { text: 'Un ' },
          { text: 'testo ', strong: true },
          { text: 'forte', strong: true, code: true },
          { text: ' con ' },
          { text: 'un link', link: { page: 'consents' } },
          { text: ' e un’altra riga.' },
        ],
      },
      { kind: 'heading', level: 2, id: 'sotto-e-cosi', text: [{ text: 'Sotto è così' }] },
      { kind: 'list', ordered: true, items: [[{ text: 'uno' }], [{ text: 'due' }]] },
      { kind: 'picture', alt: 'Una figura', address: '/api/help/images/a.svg', width: 20, height: 10 },
      table,
    ])
  })

  test.each([
    ['no title', 'testo'],
    ['HTML', '# T\n\n<script>alert(1)</script>'],
    ['HTML inside a line', '# T\n\nun <b>testo</b>'],
    ['a link to another site', '# T\n\n[x](https://example.org)'],
    ['a script as a link', '# T\n\n[x](javascript:alert(1))'],
    ['a link to an unknown page', '# T\n\n[x](nothing.md)'],
    ['an unknown picture', '# T\n\n![x](../images/b.svg)'],
    ['a picture without description', '# T\n\n![](../images/a.svg)'],
    ['an unknown generated block', '# T\n\n{{other}}'],
    ['a second title', '# T\n\n# U'],
    ['a list inside a list', '# T\n\n- a\n  - b'],
  ])('must not contain %s, which stops the start', (_what, source) => {
    expect(() => read(source)).toThrow('docs/manual, page home')
  })
})
