import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '@registry/api-contract/caller'
import { createEncryption } from '../../auth/encryption.ts'
import { createSecretKey } from '../../auth/secret-key.ts'
import { createSignInFixture, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
  await fixture.staff('known@example.org')
  await fixture.patient({ centerId: 'known', email: 'known@example.org' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

type Way = readonly [site: Site, path: string, fields: Readonly<Record<string, string>>, code: string]
const ways: readonly Way[] = [
  ['staff', '/login', { password: 'wrong' }, 'password_wrong'],
  ['myconsent', '/otp', { password: 'wrong' }, 'password_wrong'],
  ['myconsent', '/otplogin', { otp: '000000' }, 'code_refused'],
  ['myconsent', '/checkexpiredpasswordpatient', { password: 'invented' }, 'link_unknown'],
]

/** The entry that one call leaves. */
const entryOf = async ([site, path, fields]: Way, username: string) => {
  const before = (await fixture.server.activity()).length
  await fixture.browser(site).post(path, { json: { ...fields, username, lang: 'it' } })
  const left = (await fixture.server.activity()).slice(before)
  expect(left).toHaveLength(1)
  return left[0]
}

describe('D11: the entry of a failed sign-in', () => {
  it.each(ways)(
    'at %s%s tells whose name was tried by its mark, known or not, however it is written, and never the name',
    async (...way) => {
      const [known, again, unknown] = [
        await entryOf(way, 'known@example.org'),
        await entryOf(way, ' Known@EXAMPLE.org '),
        await entryOf(way, 'nobody@example.org'),
      ]
      const shape = new RegExp(`^name [\\w-]{22}; ${way[3]}$`)
      for (const entry of [known, again, unknown]) {
        expect(entry).toMatchObject({ outcome: 'refused', username: '', detail: expect.stringMatching(shape) })
        expect(JSON.stringify(entry).toLowerCase()).not.toMatch(/known@|nobody@/)
      }
      expect(again?.['detail']).toBe(known?.['detail'])
      expect(unknown?.['detail']).not.toBe(known?.['detail'])
    },
  )

  it('has a mark that nobody makes without the key', async () => {
    const keys = ['ab', 'cd'].map((byte) => createEncryption(createSecretKey({ SECRET_KEY: byte.repeat(32), DATA_DIR: '/nowhere' })))
    const hashes = await Promise.all(
      keys.map(async (encryption) => (await encryption.hashIdentifier('user known@example.org')).toString('hex')),
    )
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(hashes[0]).not.toBe(hashes[1])
    expect(await keys[0]!.hashIdentifier('user known@example.org')).toEqual(Buffer.from(hashes[0]!, 'hex'))
  })
})
