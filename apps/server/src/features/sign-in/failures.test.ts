import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '@registry/api-contract/caller'
import { createSealing } from '../../auth/encryption.ts'
import { createSecretKey } from '../../auth/secret-key.ts'
import { signInKit, type Kit } from './testing/kit.ts'

let kit: Kit
beforeAll(async () => {
  kit = await signInKit()
  await kit.staff('known@example.org')
  await kit.patient({ centerId: 'known', email: 'known@example.org' })
})
afterAll(() => kit[Symbol.asyncDispose]())

type Way = readonly [site: Site, path: string, fields: Readonly<Record<string, string>>, code: string]
const ways: readonly Way[] = [
  ['staff', '/login', { password: 'wrong' }, 'password_wrong'],
  ['myconsent', '/otp', { password: 'wrong' }, 'password_wrong'],
  ['myconsent', '/otplogin', { otp: '000000' }, 'code_refused'],
  ['myconsent', '/checkexpiredpasswordpatient', { password: 'invented' }, 'link_unknown'],
]

/** The entry that one call leaves. */
const entryOf = async ([site, path, fields]: Way, username: string) => {
  const before = (await kit.server.activity()).length
  await kit.browser(site).post(path, { json: { ...fields, username, lang: 'it' } })
  const left = (await kit.server.activity()).slice(before)
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
    const keys = ['ab', 'cd'].map((byte) => createSealing(createSecretKey({ SECRET_KEY: byte.repeat(32), DATA_DIR: '/nowhere' })))
    const marks = await Promise.all(keys.map(async (sealing) => (await sealing.mark('user known@example.org')).toString('hex')))
    expect(marks[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(marks[0]).not.toBe(marks[1])
    expect(await keys[0]!.mark('user known@example.org')).toEqual(Buffer.from(marks[0]!, 'hex'))
  })
})
