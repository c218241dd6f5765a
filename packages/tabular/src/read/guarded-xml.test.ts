import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { refusal } from '../testing/tables.ts'
import { GuardedXml } from './guarded-xml.ts'

/** What a document tells in pieces; cells may have one character, and texts therefore ten. */
const told = (...pieces: readonly string[]): string[] => {
  const events: string[] = []
  const xml = new GuardedXml(
    {
      open: (name, attributes) =>
        events.push(
          `<${name}${Object.entries(attributes)
            .map(([key, value]) => ` ${key}=${value}`)
            .join('')}>`,
        ),
      close: (name) => events.push(`</${name}>`),
      text: (text) => events.push(text),
    },
    { ...defaultLimits, cellCharacters: 1 },
  )
  for (const piece of pieces) xml.write(piece)
  xml.end()
  return events
}
const refused = (...pieces: readonly string[]) => refusal((async () => told(...pieces))())

test('names come without their prefix, text and CDATA alike', () => {
  expect(told('<a:b x="1">', 't<![CDATA', '[<&]]>', '<c:d/>', '</a:b>')).toEqual(['<b x=1>', 't', '<&', '<d>', '</d>', '</b>'])
})

describe('THREAT-25: what the parser may hold', () => {
  test('is ten characters for each of a cell, and one more is refused with its line', async () => {
    expect(told('<aaaaaaaaa', '/>')).toEqual(['<aaaaaaaaa>', '</aaaaaaaaa>'])
    expect(await refused('<aaaaaaaaaa')).toEqual({ code: 'xml_text_too_long', line: 1, limit: 1 })
    expect(await refused('<aaaaa', 'aaaaa')).toEqual({ code: 'xml_text_too_long', line: 1, limit: 1 })
  })

  test.each([
    ['an element', ['<r>', '<aaaaaaa>', '<b', 'bbbbbb', '/></aaaaaaa>', '</r>']],
    ['the end of one', ['<r>', '<a></a', '>', '</r     ', '>']],
    ['a text', ['<r>', 'aaaaaa', 'a<b/>', '</r    ', '>']],
    ['a CDATA', ['<r>', '<![CDATA[', 'a]]>', '</r     ', '>']],
  ])('begins anew after %s', (_, pieces) => {
    expect(told(...pieces).at(-1)).toBe('</r>')
  })

  test('is elements within a hundred others, each with fifty attributes', async () => {
    const nested = (depth: number) => [...Array.from({ length: depth }, () => '<a>'), ...Array.from({ length: depth }, () => '</a>')]
    expect(told(...nested(100))).toHaveLength(200)
    expect(await refused(...nested(101))).toEqual({ code: 'xml_shape', line: 1 })
    expect(told('<r>', ...Array.from({ length: 150 }, () => '<a/>'), '</r>')).toHaveLength(302)
    const attributes = (count: number) => ['<r', ...Array.from({ length: count }, (_, index) => ` a${index}=""`)]
    const wide = (count: number) => {
      const xml = new GuardedXml({ open: () => {}, close: () => {}, text: () => {} }, defaultLimits)
      xml.write(`${attributes(count).join('')}/>`)
      xml.end()
    }
    expect(() => wide(50)).not.toThrow()
    expect(await refusal((async () => wide(51))())).toEqual({ code: 'xml_attributes_too_many', line: 1, limit: 50 })
  })
})

describe('the declaration', () => {
  const declared = (encoding: string) => {
    const xml = new GuardedXml({ open: () => {}, close: () => {}, text: () => {} }, defaultLimits)
    xml.write(`<?xml version="1.0" encoding="${encoding}"?><r/>`)
    xml.end()
  }

  test.each(['utf-8', 'UTF-8', 'us-ascii', 'US-ASCII'])('may say %s', (encoding) => {
    expect(() => declared(encoding)).not.toThrow()
  })

  test.each(['utf-80', 'x-utf-8', 'utf-16', 'us-ascii2', 'not-us-ascii'])('may not say %s', async (encoding) => {
    expect(await refusal((async () => declared(encoding))())).toEqual({ code: 'file_encoding', row: 1 })
  })

  test('of version 1.1 lets no control character in', async () => {
    const xml = new GuardedXml({ open: () => {}, close: () => {}, text: () => {} }, defaultLimits)
    const work = async () => xml.write('<?xml version="1.1"?><r>&#1;</r>')
    expect(await refusal(work())).toEqual({ code: 'xml_syntax', line: 1 })
  })
})

test('what is refused for itself is named by its line', async () => {
  expect(await refused('<r>\n', '<?x?>')).toEqual({ code: 'xml_instruction', line: 2 })
  expect(await refused(' \n', '<?xml ?>')).toEqual({ code: 'xml_instruction', line: 2 })
  expect(await refused('<r>\n\n&x;')).toEqual({ code: 'xml_entity', line: 3 })
})
