import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createReceiptKey } from '../../auth/receipt-key.ts'
import { createIssueReceipt } from './issue.ts'
import { checkFile, createReceiptsFixture, download, giveConsents } from './testing/receipts-fixture.ts'

const createKey = () => createReceiptKey({ RECEIPT_KEY: randomBytes(32).toString('hex'), DATA_DIR: '/nonexistent' })

test('receipts of an earlier key stay valid and downloadable after a new key (REQ-CON-16)', async () => {
  await using fixture = await createReceiptsFixture()
  const { deps } = fixture.server
  const patient = await fixture.patient()
  const first = await giveConsents(patient)
  const before = await download(patient, first, 'json')
  const { kid } = await deps.receiptKey.readPublicKey()

  const receiptKey = createKey()
  Object.assign(deps, { receiptKey, issueReceipt: createIssueReceipt({ ...deps, receiptKey }) })
  const second = await giveConsents(patient)
  const { kid: newKid } = await receiptKey.readPublicKey()
  expect(newKid).not.toBe(kid)
  expect(Buffer.from(await download(patient, first, 'json'))).toEqual(Buffer.from(before))
  for (const number of [first, second])
    for (const format of ['json', 'pdf'] as const)
      expect(await checkFile(fixture.server.visitor('myconsent'), await download(patient, number, format))).toMatchObject({
        valid: true,
        state: number === second ? 'newest' : 'replaced',
      })
})
