import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxReceiptBytes } from '@registry/api-contract/receipts'
import { createReceiptKey } from '../../auth/receipt-key.ts'
import type { Client } from '../../testing/client.ts'
import { checkFile, createReceiptsFixture, download, giveConsents, yes, type ReceiptsFixture } from './testing/receipts-fixture.ts'

let fixture: ReceiptsFixture
let addresses = 0
/** Each visitor has a new address, because checks from one are limited. */
const visitor = (): Client =>
  fixture.server.visitor('myconsent', { headers: { 'x-forwarded-for': `10.${(addresses += 1) >> 8}.${addresses & 255}.1` } })
beforeAll(async () => {
  fixture = await createReceiptsFixture({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const formats = ['pdf', 'json'] as const
const giveAndDownload = async () => {
  const patient = await fixture.patient()
  const number = await giveConsents(patient)
  const [pdf, json] = [await download(patient, number, 'pdf'), await download(patient, number, 'json')]
  const parsed = JSON.parse(Buffer.from(json).toString()) as { receipt_metadata: { receipt_id: string; issued_at: string } }
  const { receipt_id: code, issued_at: at } = parsed.receipt_metadata
  return { patient, number, files: { pdf, json }, code, at }
}
const checkCode = (code: string) => visitor().api.receipts.checkCode.mutate({ code })

describe('anyone checks a receipt (REQ-CON-16)', () => {
  test('by its code or its file, and reads date, version and state, but no answer', async () => {
    const { patient, files, code, at } = await giveAndDownload()
    const newest = { valid: true, at, version: 3, language: 'it', state: 'newest' }
    expect(await checkCode(code.toLowerCase().replaceAll('-', ' '))).toEqual(newest)
    for (const format of formats) expect(await checkFile(visitor(), files[format])).toEqual(newest)
    await giveConsents(patient, { ...yes, C_F: false })
    expect(await checkCode(code)).toEqual({ ...newest, state: 'replaced' })
    for (const format of formats) expect(await checkFile(visitor(), files[format])).toMatchObject({ valid: true, state: 'replaced' })
  })

  test.each(formats)('a %s with a changed byte is not valid', async (format) => {
    const { files } = await giveAndDownload()
    const file = files[format]
    const places = [0, 1, 7, Math.floor(file.length / 2), file.length - 120, file.length - 2, file.length - 1]
    for (const place of places) {
      const changed = Uint8Array.from(file)
      changed[place]! ^= 1
      expect(await checkFile(visitor(), changed), `byte ${place}`).toEqual({ valid: false })
    }
    expect(await checkFile(visitor(), Uint8Array.from([...file, 10]))).toEqual({ valid: false })
  })

  test.each(['', 'x', '0000-0000-0000-0000-0000-0000-0000', '%00', "' OR true --"])('an unknown code %j is not valid', async (code) => {
    expect(await checkCode(code)).toEqual({ valid: false })
  })

  test('a file that is not Base64 or is too large is rejected', async () => {
    const { api } = visitor()
    await expect(api.receipts.checkFile.mutate({ file: '***' })).rejects.toThrow()
    expect(await api.receipts.checkFile.mutate({ file: '' })).toEqual({ valid: false })
    const { files } = await giveAndDownload()
    for (const format of formats) expect(files[format].length).toBeLessThan(maxReceiptBytes / 2)
    expect(await checkFile(visitor(), new Uint8Array(maxReceiptBytes))).toEqual({ valid: false })
    await expect(checkFile(visitor(), new Uint8Array(maxReceiptBytes + 1))).rejects.toMatchObject({
      data: { detail: { fields: { file: expect.stringContaining(`${maxReceiptBytes / 1000} KB`) } } },
    })
  })

  test('a checked file is kept nowhere, neither in the database nor in the log', async () => {
    const { owner } = fixture.server.database
    const content = 'CANARY of a checked file'
    expect(await checkFile(visitor(), Buffer.from(content))).toEqual({ valid: false })
    // The canary as text, as Base64 and as bytes.
    const kept = /CANARY of a|Q0FOQVJZ|43414e415259/i
    for (const form of ['utf8', 'base64', 'hex'] as const) expect(Buffer.from(content).toString(form)).toMatch(kept)
    const tables = await owner<{ name: string }[]>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
    expect(tables.length).toBeGreaterThan(20)
    for (const { name } of tables) expect(JSON.stringify(await owner`SELECT t::text FROM ${owner(name)} AS t`), name).not.toMatch(kept)
    expect(fixture.server.log()).not.toMatch(kept)
  })

  test.each(['v1', 'v2', 'v3'] as const)(
    'after %s the state shows what the registry still knows (REQ-CON-08, REQ-CON-09)',
    async (choice) => {
      const { patient, files, code } = await giveAndDownload()
      await fixture.server.withdraw(patient, choice)
      expect(await checkCode(code)).toMatchObject(choice === 'v1' ? { valid: true, state: 'withdrawn' } : { valid: false })
      const state = choice === 'v1' ? 'withdrawn' : 'not_kept'
      for (const format of formats) expect(await checkFile(visitor(), files[format])).toMatchObject({ valid: true, state })
    },
  )
})

describe('a copy of the database cannot forge a receipt (THREAT-53)', () => {
  test('a receipt or an answer that was changed in the database is not valid', async () => {
    const { owner } = fixture.server.database
    const { patient, code, files } = await giveAndDownload()
    await owner`ALTER TABLE consent_receipt DISABLE TRIGGER USER`
    await owner`UPDATE consent_receipt SET content = replace(content, '"value": true', '"value": false') WHERE code = ${code}`
    expect(await checkCode(code)).toEqual({ valid: false })
    expect(await (await patient.get(`/patient/ConsentReceipt?receipt=1&format=json`)).json()).toMatchObject({ success: false })
    await owner`UPDATE consent_receipt SET content = ${Buffer.from(files.json).toString()} WHERE code = ${code}`
    await owner`ALTER TABLE consent_receipt ENABLE TRIGGER USER`
    expect(await checkCode(code)).toMatchObject({ valid: true })

    await owner`ALTER TABLE consent_event DISABLE TRIGGER USER`
    await owner`UPDATE consent_event SET chain_hash = 'x' WHERE subject = ${patient.fixture.subject}`
    await owner`ALTER TABLE consent_event ENABLE TRIGGER USER`
    expect(await checkCode(code)).toEqual({ valid: false })
    for (const format of formats) expect(await checkFile(visitor(), files[format])).toEqual({ valid: false })
  })

  test('a key that somebody adds is not the registry’s', async () => {
    const before = await (await visitor().get('/receipt_keys')).json()
    const { kid, publicKey } = await createReceiptKey({
      RECEIPT_KEY: randomBytes(32).toString('hex'),
      DATA_DIR: '/nonexistent',
    }).readPublicKey()
    await fixture.server.database.owner`INSERT INTO receipt_key (kid, public_key, mac) VALUES (${kid}, ${publicKey}, ${'00'.repeat(32)})`
    expect(await (await visitor().get('/receipt_keys')).json()).toEqual(before)
  })
})

test('the published key alone verifies a file, without this product (REQ-CON-16)', async () => {
  const { files } = await giveAndDownload()
  const { keys } = (await (await visitor().get('/receipt_keys')).json()) as { keys: { kid: string; x: string }[] }
  const { proof, ...receipt } = JSON.parse(Buffer.from(files.json).toString()) as { proof: { jws: string } }
  const [header = '', , signature = ''] = proof.jws.split('.')
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }
  const { x } = keys.find((key) => key.kid === kid)!
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${JSON.stringify(receipt, null, 2)}\n`)
  expect(verify(null, signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
})

test('checks from one address are limited, and no code is in the log (THREAT-53)', async () => {
  const { code } = await giveAndDownload()
  const greedy = visitor()
  const answers = await Promise.allSettled(Array.from({ length: 40 }, () => greedy.api.receipts.checkCode.mutate({ code })))
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(31)
  expect(answers.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  expect(await checkCode(code)).toMatchObject({ valid: true })
  expect(fixture.server.log()).not.toContain(code)
  expect(JSON.stringify(await fixture.server.readAuditLog())).not.toContain(code)
})
