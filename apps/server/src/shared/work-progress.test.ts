import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { createStaffCaller } from '../testing/staff-caller.ts'
import { createWorkProgress, type WorkProgress } from './work-progress.ts'

let database: TestDatabase
/** The progress of two servers. */
let progress: WorkProgress
let other: WorkProgress
beforeAll(async () => {
  database = await testDatabase()
  progress = createWorkProgress(database.server)
  other = createWorkProgress(database.server)
})
afterAll(() => database.dispose())

const [rome, milan] = [createStaffCaller('rome@example.org'), createStaffCaller('milan@example.org')]
const finished = { state: 'finished', rows: 0, total: null }

test('REQ-IMP-18, FAULT-22: every server shows a person only that person’s work, also with the same id', async () => {
  const [ofRome, ofMilan] = [await progress.start(rome, 'id'), await progress.start(milan, 'id')]
  ofRome.update({ state: 'running', rows: 10, total: 30 })
  await expect.poll(() => other.find(rome, 'id')).toMatchObject({ state: 'running', rows: 10, total: 30 })
  expect(await other.find(milan, 'id')).toMatchObject({ state: 'running', rows: 0, total: null })
  await ofMilan.end()
  expect(await other.find(milan, 'id')).toEqual(finished)
  expect(await progress.find(rome, 'id')).toMatchObject({ rows: 10 })
  await ofRome.end()
})

test('FAULT-22: what a person sees never goes back, also when the work begins again', async () => {
  const work = await progress.start(rome, 'again')
  work.update({ state: 'waiting' })
  await expect.poll(() => other.find(rome, 'again')).toMatchObject({ state: 'waiting' })
  work.update({ state: 'running', rows: 10 })
  await expect.poll(() => other.find(rome, 'again')).toMatchObject({ rows: 10 })
  work.update({ state: 'waiting', rows: 0, total: 30 })
  await expect.poll(() => other.find(rome, 'again')).toMatchObject({ state: 'running', rows: 10, total: 30 })
  await work.end()
})

test('ended work is finished, and an update after its end changes nothing', async () => {
  const work = await progress.start(rome, 'ended')
  await work.end()
  work.update({ rows: 1 })
  expect(await progress.find(rome, 'ended')).toEqual(finished)
})

test('the end of repeated work leaves the work that has its id now', async () => {
  const first = await progress.start(rome, 'repeated')
  const second = await other.start(rome, 'repeated')
  second.update({ rows: 5 })
  await first.end()
  await expect.poll(() => progress.find(rome, 'repeated')).toMatchObject({ rows: 5 })
  await second.end()
})

test('FAULT-22: the work of a server that was killed counts as finished', async () => {
  const work = await progress.start(rome, 'killed')
  expect(await other.find(rome, 'killed')).toMatchObject({ state: 'running' })
  // Its timer still runs.
  const findAfterSilence = async () => {
    await database.owner`UPDATE work_progress SET touched_at = now() - interval '2 minutes' WHERE id = 'killed'`
    return other.find(rome, 'killed')
  }
  await expect.poll(findAfterSilence).toEqual(finished)
  await work.end()
})
