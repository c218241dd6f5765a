import { beforeEach, describe, expect, it } from 'vitest'
import { createDraftStore } from './draft-store.ts'

const key = (byte: number): string => btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)))
const mine = { current: key(1), previous: key(2) }
const theirs = { current: key(3), previous: key(4) }

const openStore = async (keys = mine) => {
  const store = createDraftStore(async () => keys)
  await store.open()
  return store
}
const stored = (): string[] => Object.keys(localStorage).map((slot) => `${slot} ${localStorage.getItem(slot)}`)
const writeDraft = async (name: string, value: unknown, keys = mine): Promise<void> => {
  const before = stored().join()
  ;(await openStore(keys)).write(name, value)
  await expect.poll(() => stored().join()).not.toBe(before)
}

beforeEach(() => localStorage.clear())

describe('THREAT-51: drafts in a shared browser', () => {
  it('come back for the same account after a reload', async () => {
    await writeDraft('consents', { C_DB_M: false })
    expect((await openStore()).read('consents')).toEqual({ C_DB_M: false })
  })

  it('show neither form nor answer in the storage', async () => {
    await writeDraft('consents', { C_DB_M: false })
    expect(stored()).toHaveLength(1)
    expect(stored()[0]).not.toMatch(/consents|C_DB_M|false/)
  })

  it('are unreadable for another account, and wait for their own', async () => {
    await writeDraft('consents', 'mine')
    const other = await openStore(theirs)
    expect(other.read('consents')).toBeUndefined()
    await other.clear()
    expect((await openStore()).read('consents')).toBe('mine')
  })

  it('are deleted at sign-out', async () => {
    const store = await openStore()
    await writeDraft('consents', 'written in another tab')
    await store.clear()
    expect(stored()).toEqual([])
  })

  it('are deleted at a sign-out before the keys arrived', async () => {
    await writeDraft('consents', 'mine')
    const keys = Promise.withResolvers<typeof mine>()
    const store = createDraftStore(() => keys.promise)
    void store.open()
    const cleared = store.clear()
    keys.resolve(mine)
    await cleared
    expect(stored()).toEqual([])
    expect(store.isLasting()).toBe(false)
  })

  it('stay closed when the keys of an ended session arrive', async () => {
    await writeDraft('consents', 'mine')
    const keys = Promise.withResolvers<typeof mine>()
    const store = createDraftStore(() => keys.promise)
    const opened = store.open()
    store.close()
    keys.resolve(mine)
    await opened
    expect([store.isLasting(), store.read('consents')]).toEqual([false, undefined])
  })

  it('stay encrypted in the browser when the session is lost', async () => {
    await writeDraft('consents', 'mine')
    const store = await openStore()
    store.close()
    expect(store.read('consents')).toBeUndefined()
    await store.open()
    expect(store.read('consents')).toBe('mine')
  })

  it('of yesterday’s key are readable, older ones are not', async () => {
    await writeDraft('consents', 'mine')
    expect((await openStore({ current: key(9), previous: mine.current })).read('consents')).toBe('mine')
    expect((await openStore({ current: key(8), previous: key(9) })).read('consents')).toBeUndefined()
  })

  it('are deleted after 24 hours, also when another person signs in', async () => {
    await writeDraft('consents', 'mine')
    const [slot = ''] = Object.keys(localStorage)
    const entry = JSON.parse(localStorage.getItem(slot) ?? '') as { until: number }
    localStorage.setItem(slot, JSON.stringify({ ...entry, until: Date.now() - 1 }))
    await openStore(theirs)
    expect(stored()).toEqual([])
  })

  it('changed by somebody else are ignored', async () => {
    localStorage.setItem('registry.draft.x', '{"until":9e15,"iv":"AAAAAAAAAAAAAAAA","data":"AAAA"}')
    localStorage.setItem('registry.draft.y', 'no draft')
    expect((await openStore()).read('consents')).toBeUndefined()
    expect(stored()).toHaveLength(1)
  })
})

it('asks for the keys once, and again after a failure', async () => {
  let calls = 0
  const store = createDraftStore(async () => {
    calls += 1
    if (calls === 1) throw new TypeError('Failed to fetch')
    return mine
  })
  await store.open()
  expect(store.isLasting()).toBe(false)
  await Promise.all([store.open(), store.open()])
  expect(store.isLasting()).toBe(true)
  expect(calls).toBe(2)
})

it('without a key a draft lasts as long as the page', async () => {
  const store = createDraftStore(() => Promise.reject(new TypeError('Failed to fetch')))
  await store.open()
  store.write('filter', 'text')
  expect(store.read('filter')).toBe('text')
  expect(stored()).toEqual([])
})
