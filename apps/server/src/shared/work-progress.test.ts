import { expect, test } from 'vitest'
import { createStaffCaller } from '../testing/staff-caller.ts'
import { createWorkProgress } from './work-progress.ts'

const [rome, milan] = [createStaffCaller('rome@example.org'), createStaffCaller('milan@example.org')]
const finished = { state: 'finished', rows: 0, total: null }

test('REQ-IMP-18: two people can use the same id, and each follows only that person’s work', () => {
  const progress = createWorkProgress()
  const [ofRome, ofMilan] = [progress.start(rome, 'id'), progress.start(milan, 'id')]
  ofRome.update({ rows: 10, total: 30 })
  expect(progress.find(rome, 'id')).toEqual({ state: 'running', rows: 10, total: 30 })
  expect(progress.find(milan, 'id')).toEqual({ state: 'running', rows: 0, total: null })
  ofMilan.end()
  expect(progress.find(milan, 'id')).toEqual(finished)
  expect(progress.find(rome, 'id')).toMatchObject({ rows: 10 })
})

test('ended work is finished, and an update after its end changes nothing', () => {
  const progress = createWorkProgress()
  const work = progress.start(rome, 'id')
  work.end()
  work.update({ rows: 1 })
  expect(progress.find(rome, 'id')).toEqual(finished)
})

test('the end of repeated work leaves the work that has its id now', () => {
  const progress = createWorkProgress()
  const first = progress.start(rome, 'id')
  progress.start(rome, 'id').update({ rows: 5 })
  first.end()
  expect(progress.find(rome, 'id')).toMatchObject({ rows: 5 })
})
