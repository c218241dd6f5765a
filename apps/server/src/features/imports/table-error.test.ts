import { expect, test } from 'vitest'
import { Refusal } from '@registry/domain/fault'
import { TableFault } from '@registry/tabular/fault'
import { loadTexts } from '../../texts.ts'
import { refusalOfTable } from './table-error.ts'

test('D4: a fault of the file refuses the import with the same code and place', () => {
  const refusal = refusalOfTable(new TableFault('file_cell_too_long', { row: 3, column: 'HB', limit: 32_767 }))
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ fault: { code: 'file_cell_too_long', params: { row: 3, column: 'HB', limit: 32_767 } } })
})

test('any other error is one of the program, and stays as it is', () => {
  const error = new Error('the disk is full')
  expect(refusalOfTable(error)).toBe(error)
  expect(refusalOfTable('text')).toBe('text')
})

test('D4: a file that is too large is told how large it may be', async () => {
  const refusal = refusalOfTable(new TableFault('file_too_large', { megabytes: 50 }))
  const texts = await loadTexts()
  expect(refusal instanceof Refusal && texts.say(refusal.fault, 'it')).toBe('Il file supera i 50 MB')
})
