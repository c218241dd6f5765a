import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildConsentReceipt, type ConsentReceipt } from '@registry/domain/consent/receipt'
import { createReceiptKey } from '../../auth/receipt-key.ts'
import type { PublicKeys } from '../../auth/receipt-signature.ts'
import { formatReceiptFile, readPdfReceipt, readReceiptFile, signPdf } from './receipt-files.ts'

const text = { version: 2, language: 'it', sha256: 'ab'.repeat(32) } as const
const receipt: ConsentReceipt = buildConsentReceipt({
  code: '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV',
  at: '2026-01-02T03:04:05.000Z',
  origin: 'https://myconsent.example.org',
  patient: 'p',
  ledgerEntry: 'e',
  controller: 'Università “D’Annunzio” 😀',
  contact: null,
  client: 'myconsent',
  information: null,
  preliminary: { ...text, answers: [] },
  consents: { ...text, answers: [{ field: 'C_S', question: 'È così?', answer: 'Sì', value: true }] },
})
const createKey = () => createReceiptKey({ RECEIPT_KEY: randomBytes(32).toString('hex'), DATA_DIR: '/nonexistent' })
const key = createKey()
let keys: PublicKeys
let json: Buffer
let pdf: Buffer
beforeAll(async () => {
  const { kid, publicKey } = await key.readPublicKey()
  keys = new Map([[kid, publicKey]])
  json = Buffer.from(await formatReceiptFile(receipt, key))
  pdf = await signPdf(Buffer.from('%PDF-1.7\nbody\n%%EOF\n'), receipt, key)
})

const read = { json: (file: Uint8Array) => readReceiptFile(file, keys), pdf: (file: Uint8Array) => readPdfReceipt(file, keys) }
const files = { json: () => json, pdf: () => pdf }

test('a signed file is read back (REQ-CON-16)', () => {
  expect(read.json(json)).toEqual(receipt)
  expect(read.pdf(pdf)).toEqual({
    code: receipt.receipt_metadata.receipt_id,
    at: receipt.receipt_metadata.issued_at,
    version: 2,
    language: 'it',
  })
})

describe.each(['json', 'pdf'] as const)('one changed byte of a %s fails (REQ-CON-16)', (format) => {
  const changes = {
    'its lowest bit flipped': (byte: number) => [byte ^ 1],
    'its highest bit flipped': (byte: number) => [byte ^ 128],
    'zero in its place': () => [0],
    'a blank before it': (byte: number) => [32, byte],
    'the same byte after it': (byte: number) => [byte, byte],
    'nothing in its place': () => [],
  } as const satisfies Record<string, (byte: number) => readonly number[]>

  test.each(Object.entries(changes))('each byte, with %s', (_what, change) => {
    const file = files[format]()
    const passed = [...file.entries()].filter(([index, byte]) => {
      const changed = Buffer.concat([file.subarray(0, index), Buffer.from(change(byte)), file.subarray(index + 1)])
      return read[format](changed) !== undefined
    })
    expect(passed).toEqual([])
  })

  test('a key that is not the registry’s', async () => {
    const stranger = createKey()
    const forged =
      format === 'json'
        ? Buffer.from(await formatReceiptFile(receipt, stranger))
        : await signPdf(Buffer.from('%PDF-1.7\n%%EOF\n'), receipt, stranger)
    expect(read[format](forged)).toBeUndefined()
  })
})

test.each([
  ['other blanks', () => JSON.stringify(JSON.parse(json.toString()))],
  [
    'another order of members',
    () => {
      const { proof, ...rest } = JSON.parse(json.toString()) as Record<string, unknown>
      return `${JSON.stringify({ proof, ...rest }, null, 2)}\n`
    },
  ],
  ['one more member', () => `${JSON.stringify({ ...(JSON.parse(json.toString()) as object), more: 1 }, null, 2)}\n`],
  ['a byte order mark', () => `\u{feff}${json.toString()}`],
  ['no signature', () => `${JSON.stringify(receipt, null, 2)}\n`],
  ['no JSON', () => 'receipt'],
  ['nothing', () => ''],
])('a file with %s is no receipt', (_what, build) => {
  expect(read.json(Buffer.from(build()))).toBeUndefined()
})

test('a signature of one file is none of the other', async () => {
  const jws = pdf.toString('latin1').trimEnd().split(' ').at(-1)!
  const mixed = json.toString().replace(/"jws": "[^"]+"/, `"jws": "${jws}"`)
  expect(read.json(Buffer.from(mixed))).toBeUndefined()
})
