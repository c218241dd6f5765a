import { expect, test } from 'vitest'
import { AppError } from '@registry/domain/error'
import { TableError } from '@registry/tabular/table-error'
import { loadMessages } from '../../messages.ts'
import { appErrorFromTable } from './read-file.ts'

test('D4: a fault of the file refuses the import with the same code and place', () => {
  const refusal = appErrorFromTable(new TableError('file_cell_too_long', { row: 3, column: 'HB', limit: 32_767 }))
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({ detail: { code: 'file_cell_too_long', params: { row: 3, column: 'HB', limit: 32_767 } } })
})

test('any other error is one of the program, and stays as it is', () => {
  const error = new Error('the disk is full')
  expect(appErrorFromTable(error)).toBe(error)
  expect(appErrorFromTable('text')).toBe('text')
})

test('D4: a file that is too large is told how large it may be', async () => {
  const refusal = appErrorFromTable(new TableError('file_too_large', { megabytes: 50 }))
  const texts = await loadMessages()
  expect(refusal instanceof AppError && texts.formatError(refusal.detail, 'it')).toBe('Il file supera i 50 MB')
})
