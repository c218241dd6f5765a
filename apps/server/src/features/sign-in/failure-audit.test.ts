import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '@registry/api-contract/caller'
import { createEncryption } from '../../auth/encryption.ts'
import { createSecretKey } from '../../auth/secret-key.ts'
import { createSignInFixture, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
  await fixture.staff('known@example.org')
  await fixture.patient({ centrePatientCode: 'known', email: 'known@example.org' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

type Call = readonly [site: Site, path: string, fields: Readonly<Record<string, string>>, code: string]
const calls: readonly Call[] = [
  ['staff', '/login', { password: 'wrong' }, 'password_wrong'],
  ['myconsent', '/otp', { password: 'wrong' }, 'password_wrong'],
  ['myconsent', '/otplogin', { otp: '000000' }, 'code_other_browser'],
  ['myconsent', '/checkexpiredpasswordpatient', { password: 'invented' }, 'link_unknown'],
]

const readEntry = async ([site, path, fields]: Call, username: string) => {
  const before = (await fixture.server.readAuditLog()).length
  await fixture.browser(site).post(path, { json: { ...fields, username, lang: 'it' } })
  const left = (await fixture.server.readAuditLog()).slice(before)
  expect(left).toHaveLength(1)
  return left[0]
}

describe('REQ-ADM-01: the audit entry of a failed sign-in', () => {
  it.each(calls)('at %s%s contains a hash of the normalised name, known or unknown, and never the name', async (...call) => {
    const [known, again, unknown] = [
      await readEntry(call, 'known@example.org'),
      await readEntry(call, ' Known@EXAMPLE.org '),
      await readEntry(call, 'nobody@example.org'),
    ]
    const shape = new RegExp(`^name [\\w-]{22}; ${call[3]}$`)
    for (const entry of [known, again, unknown]) {
      expect(entry).toMatchObject({ outcome: 'refused', username: '', detail: expect.stringMatching(shape) })
      expect(JSON.stringify(entry).toLowerCase()).not.toMatch(/known@|nobody@/)
    }
    expect(again?.['detail']).toBe(known?.['detail'])
    expect(unknown?.['detail']).not.toBe(known?.['detail'])
  })

  it('contains a hash that depends on the key', async () => {
    const keys = ['ab', 'cd'].map((byte) => createEncryption(createSecretKey({ SECRET_KEY: byte.repeat(32), DATA_DIR: '/nowhere' })))
    const hashes = await Promise.all(
      keys.map(async (encryption) => (await encryption.hashIdentifier('user known@example.org')).toString('hex')),
    )
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(hashes[0]).not.toBe(hashes[1])
    expect(await keys[0]!.hashIdentifier('user known@example.org')).toEqual(Buffer.from(hashes[0]!, 'hex'))
  })
})
