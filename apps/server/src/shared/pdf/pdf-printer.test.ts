import { beforeAll, describe, expect, test } from 'vitest'
import { loadMessages } from '../messages.ts'
import type { PdfBlock } from './pdf-content.ts'
import { createPdfPrinter, type PdfPrinter } from './pdf-printer.ts'
import { readPdf } from './testing/read-pdf.ts'

let printer: PdfPrinter

const messages = await loadMessages()
const env = { DATA_CONTROLLER: 'Ospedale Sant’Anna' }
/** Shortly before midnight in UTC it is the next day in Italy. */
const clock = (): Date => new Date('2026-03-04T23:30:00Z')

beforeAll(() => {
  printer = createPdfPrinter({ messages, env, clock })
})

const blocks: readonly PdfBlock[] = [
  { type: 'heading', text: 'Recapiti' },
  {
    type: 'values',
    rows: [
      ['Comune', 'Forlì, Città di Castello'],
      ['Telefono', ''],
    ],
  },
  { type: 'subheading', text: 'Storia' },
  { type: 'paragraph', text: 'Perché è così: «già», 10 °C, Łódź, Αθήνα, Київ.' },
  { type: 'table', header: ['Giorno', 'Risposta'], rows: [['04/03/2026', 'Sì']] },
]

const longTable: PdfBlock = {
  type: 'values',
  rows: Array.from({ length: 120 }, (_, index) => [`Voce ${index}`, `Valore ${index}`] as const),
}

describe('a printed document (REQ-PAT-12)', () => {
  test('another program reads every text, including accents, in reading order', async () => {
    const { text } = await readPdf(await printer.print({ language: 'it', title: 'Scheda del paziente', blocks }))
    expect(text).toContain('Scheda del paziente Recapiti Comune Forlì, Città di Castello Telefono Storia')
    expect(text).toContain('Perché è così: «già», 10 °C, Łódź, Αθήνα, Київ.')
    expect(text).toContain('Giorno Risposta 04/03/2026 Sì')
  })

  test('headings, paragraphs and tables are tagged, and the file has version, title and language', async () => {
    const read = await readPdf(await printer.print({ language: 'en', title: 'Patient sheet', blocks }))
    expect(read).toMatchObject({ marked: true, title: 'Patient sheet', language: 'en-GB', version: '1.7' })
    const values = ['Table', 'TR', 'TH', 'TD', 'TR', 'TH', 'TD']
    const table = ['Table', 'TR', 'TH', 'TH', 'TR', 'TD', 'TD']
    expect(read.tags.filter((tag) => tag !== 'Root')).toEqual(['Document', 'H1', 'H2', ...values, 'H3', 'P', ...table])
  })

  test('headings are bookmarks, and words in another language are marked (WCAG 2.2, 3.1.2)', async () => {
    const foreign = { type: 'answers', language: 'en', rows: [['How are you?', 'Well']] } as const
    const own = { type: 'paragraph', language: 'it', text: 'Fine.' } as const
    const read = await readPdf(await printer.print({ language: 'it', title: 'Questionario', blocks: [...blocks, foreign, own] }))
    expect(read.bookmarks).toEqual(['Recapiti', 'Storia'])
    expect(read.partLanguages).toEqual(['en-GB'])
    expect(read.tags.slice(-6)).toEqual(['Div', 'Table', 'TR', 'TH', 'TD', 'P'])
  })

  test('every page has the registry, the data controller, the Italian day and its number, none of them tagged', async () => {
    const { pages } = await readPdf(await printer.print({ language: 'it', title: 'Scheda', blocks: [longTable] }))
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Registro delle talassemie e delle emoglobinopatie Ospedale Sant’Anna')
      expect(page).toContain('Stampato da MyConsent il 05/03/2026')
      expect(page).toContain(`Pagina ${index + 1} di ${pages.length}`)
    }
  })

  test('an address stays on one line, whatever its length', async () => {
    const address = `https://myconsent.registro-nazionale-delle-talassemie.example.it/verifica_ricevuta#${'ABCD-'.repeat(6)}WXYZ`
    const content = { language: 'it', title: 'Ricevuta', blocks: [{ type: 'address', text: address }, ...blocks] } as const
    const { text, tags } = await readPdf(await printer.print(content))
    expect(text).toContain(`Ricevuta ${address} Recapiti`)
    expect(tags.slice(0, 4)).toEqual(['Root', 'Document', 'H1', 'P'])
  })

  test('is the same file whatever was printed before it', async () => {
    const issued = { at: new Date('2026-03-04T10:00:00Z'), controller: 'Ospedale Sant’Anna' }
    const content = {
      language: 'it',
      title: 'Ricevuta',
      issued,
      blocks: [{ type: 'paragraph', text: 'È già: ffi, Łódź, «zeta».' }],
    } as const
    const first = await createPdfPrinter({ messages, env, clock }).print(content)
    await printer.print({ language: 'it', title: 'Altro', blocks: [...blocks, { type: 'paragraph', text: 'zazzera, ffi\u00a0' }] })
    expect(Buffer.from(await printer.print(content)).equals(Buffer.from(first))).toBe(true)
  })

  test('a heading never ends a page', async () => {
    const sections = Array.from({ length: 40 }, (_, index): readonly PdfBlock[] => [
      { type: 'heading', text: `Sezione ${index}.` },
      { type: 'paragraph', text: `Testo ${index}. `.repeat(30) },
    ])
    const { pages } = await readPdf(await printer.print({ language: 'it', title: 'Sezioni', blocks: sections.flat() }))
    const body = pages.map((page) => page.replace(/ Registro delle.*$/, ''))
    expect(body.filter((page) => /Sezione \d+\.\s*$/.test(page))).toEqual([])
  })

  test('twenty documents wait, and one more is rejected with a time to try again', async () => {
    const printing = Array.from({ length: 21 }, () => printer.print({ language: 'it', title: 'Breve', blocks: [] }))
    const results = await Promise.allSettled(printing)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(results[20]).toMatchObject({ status: 'rejected', reason: { detail: { code: 'busy' } } })
  })

  test('a document that cannot be rendered fails, and the next one is printed', async () => {
    const broken = { type: 'table', header: ['Uno'], rows: [['uno', 'due']] } as const
    await expect(printer.print({ language: 'it', title: 'Rotto', blocks: [broken] })).rejects.toThrow()
    expect((await readPdf(await printer.print({ language: 'it', title: 'Intero', blocks }))).title).toBe('Intero')
  })
})
