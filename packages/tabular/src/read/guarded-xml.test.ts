import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { catchTableError } from '../testing/tables.ts'
import { GuardedXml } from './guarded-xml.ts'

/** Parses pieces of a document. The cell limit is one character, so the text limit is ten. */
const collectEvents = (...pieces: readonly string[]): string[] => {
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
const catchRejection = (...pieces: readonly string[]) => catchTableError((async () => collectEvents(...pieces))())

test('element names have no prefix; CDATA counts as text', () => {
  expect(collectEvents('<a:b x="1">', 't<![CDATA', '[<&]]>', '<c:d/>', '</a:b>')).toEqual(['<b x=1>', 't', '<&', '<d>', '</d>', '</b>'])
})

describe('THREAT-25: the buffer of the parser', () => {
  test('holds ten times the cell limit, and one more character is rejected with its line', async () => {
    expect(collectEvents('<aaaaaaaaa', '/>')).toEqual(['<aaaaaaaaa>', '</aaaaaaaaa>'])
    expect(await catchRejection('<aaaaaaaaaa')).toEqual({ code: 'xml_text_too_long', line: 1, limit: 1 })
    expect(await catchRejection('<aaaaa', 'aaaaa')).toEqual({ code: 'xml_text_too_long', line: 1, limit: 1 })
  })

  test.each([
    ['an element', ['<r>', '<aaaaaaa>', '<b', 'bbbbbb', '/></aaaaaaa>', '</r>']],
    ['the end of one', ['<r>', '<a></a', '>', '</r     ', '>']],
    ['a text', ['<r>', 'aaaaaa', 'a<b/>', '</r    ', '>']],
    ['a CDATA', ['<r>', '<![CDATA[', 'a]]>', '</r     ', '>']],
  ])('is empty after %s', (_, pieces) => {
    expect(collectEvents(...pieces).at(-1)).toBe('</r>')
  })

  test('holds a hundred nested elements with fifty attributes each', async () => {
    const nested = (depth: number) => [...Array.from({ length: depth }, () => '<a>'), ...Array.from({ length: depth }, () => '</a>')]
    expect(collectEvents(...nested(100))).toHaveLength(200)
    expect(await catchRejection(...nested(101))).toEqual({ code: 'xml_shape', line: 1 })
    expect(collectEvents('<r>', ...Array.from({ length: 150 }, () => '<a/>'), '</r>')).toHaveLength(302)
    const attributes = (count: number) => ['<r', ...Array.from({ length: count }, (_, index) => ` a${index}=""`)]
    const wide = (count: number) => {
      const xml = new GuardedXml({ open: () => {}, close: () => {}, text: () => {} }, defaultLimits)
      xml.write(`${attributes(count).join('')}/>`)
      xml.end()
    }
    expect(() => wide(50)).not.toThrow()
    expect(await catchTableError((async () => wide(51))())).toEqual({ code: 'xml_attributes_too_many', line: 1, limit: 50 })
  })
})

describe('the declaration', () => {
  const declared = (encoding: string) => {
    const xml = new GuardedXml({ open: () => {}, close: () => {}, text: () => {} }, defaultLimits)
    xml.write(`<?xml version="1.0" encoding="${encoding}"?><r/>`)
    xml.end()
  }

  test.each(['utf-8', 'UTF-8', 'us-ascii', 'US-ASCII'])('can state %s', (encoding) => {
    expect(() => declared(encoding)).not.toThrow()
  })

  test.each(['utf-80', 'x-utf-8', 'utf-16', 'us-ascii2', 'not-us-ascii'])('cannot state %s', async (encoding) => {
    expect(await catchTableError((async () => declared(encoding))())).toEqual({ code: 'file_encoding', row: 1 })
  })

  test('of version 1.1 allows no control character', async () => {
    const xml = new GuardedXml({ open: () => {}, close: () => {}, text: () => {} }, defaultLimits)
    const work = async () => xml.write('<?xml version="1.1"?><r>&#1;</r>')
    expect(await catchTableError(work())).toEqual({ code: 'xml_syntax', line: 1 })
  })
})

test('a rejected construct is reported with its line', async () => {
  expect(await catchRejection('<r>\n', '<?x?>')).toEqual({ code: 'xml_instruction', line: 2 })
  expect(await catchRejection(' \n', '<?xml ?>')).toEqual({ code: 'xml_instruction', line: 2 })
  expect(await catchRejection('<r>\n\n&x;')).toEqual({ code: 'xml_entity', line: 3 })
})
