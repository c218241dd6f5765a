import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { makeStaff } from '../testing/fixtures.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.dispose())

const historyOf = async (accountId: number) => {
  const rows = await database.owner<{ hash: string }[]>`
    SELECT password_hash AS hash FROM password_history WHERE account_id = ${accountId} ORDER BY id`
  return rows.map(({ hash }) => hash)
}

test('D6: a password that an account is made with is in its history, and an account without one has none', async () => {
  const seeded = await makeStaff(database.owner, 'seeded@example.org', [], 'hash of the seed')
  const empty = await makeStaff(database.owner, 'empty@example.org', [])
  expect(await historyOf(seeded.accountId)).toEqual(['hash of the seed'])
  expect(await historyOf(empty.accountId)).toEqual([])
})

test('D6: each password is in the history once, in the order in which they came, also one whose entry is missing', async () => {
  const { accountId } = await makeStaff(database.owner, 'order@example.org', [], 'first')
  await database.owner`DELETE FROM password_history WHERE account_id = ${accountId}`
  for (const hash of ['second', 'second', 'third', null, 'second'])
    await database.owner`UPDATE account SET password_hash = ${hash} WHERE id = ${accountId}`
  expect(await historyOf(accountId)).toEqual(['first', 'second', 'third'])
})

test('D6: a hash made anew takes the place of the old one', async () => {
  const { accountId } = await makeStaff(database.owner, 'renewed@example.org', [], 'weak')
  await database.server`SELECT renew_password_hash(${accountId}, 'somebody else’s', 'forged')`
  expect(await historyOf(accountId)).toEqual(['weak'])
  await database.server`SELECT renew_password_hash(${accountId}, 'weak', 'strong')`
  expect(await historyOf(accountId)).toEqual(['strong'])
})
