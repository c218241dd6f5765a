import { expect, test } from 'vitest'
import { makeStaff } from '../testing/fixtures.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase()

const readHistory = async (accountId: number) => {
  const rows = await database.owner<{ hash: string }[]>`
    SELECT password_hash AS hash FROM password_history WHERE account_id = ${accountId} ORDER BY id`
  return rows.map(({ hash }) => hash)
}

test('REQ-ACC-08: the first password of an account is in its history; an account without one has no history', async () => {
  const seeded = await makeStaff(database.owner, 'seeded@example.org', [], 'hash of the seed')
  const empty = await makeStaff(database.owner, 'empty@example.org', [])
  expect(await readHistory(seeded.accountId)).toEqual(['hash of the seed'])
  expect(await readHistory(empty.accountId)).toEqual([])
})

test('REQ-ACC-08: each password is in the history once, in order, also after its entry was lost', async () => {
  const { accountId } = await makeStaff(database.owner, 'order@example.org', [], 'first')
  await database.owner`DELETE FROM password_history WHERE account_id = ${accountId}`
  for (const hash of ['second', 'second', 'third', null, 'second'])
    await database.owner`UPDATE account SET password_hash = ${hash} WHERE id = ${accountId}`
  expect(await readHistory(accountId)).toEqual(['first', 'second', 'third'])
})

test('REQ-ACC-07: a renewed hash replaces the old one', async () => {
  const { accountId } = await makeStaff(database.owner, 'renewed@example.org', [], 'weak')
  await database.server`SELECT renew_password_hash(${accountId}, 'somebody else’s', 'forged')`
  expect(await readHistory(accountId)).toEqual(['weak'])
  await database.server`SELECT renew_password_hash(${accountId}, 'weak', 'strong')`
  expect(await readHistory(accountId)).toEqual(['strong'])
})
