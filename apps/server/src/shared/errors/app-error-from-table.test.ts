import { expect, test } from 'vitest'
import { AppError } from '@registry/domain/error'
import { TableError } from '@registry/tabular/table-error'
import { loadMessages } from '../messages.ts'
import { appErrorFromTable } from './app-error-from-table.ts'

test('an error of the file rejects the import with its code and parameters (REQ-IMP-04)', () => {
  const rejection = appErrorFromTable(new TableError('file_cell_too_long', { row: 3, column: 'HB', limit: 32_767 }))
  expect(rejection).toBeInstanceOf(AppError)
  expect(rejection).toMatchObject({ detail: { code: 'file_cell_too_long', params: { row: 3, column: 'HB', limit: 32_767 } } })
})

test('any other error stays as it is', () => {
  const error = new Error('the disk is full')
  expect(appErrorFromTable(error)).toBe(error)
  expect(appErrorFromTable('text')).toBe('text')
})

test('the error of a file that is too large names the limit (REQ-IMP-08)', async () => {
  const rejection = appErrorFromTable(new TableError('file_too_large', { megabytes: 50 }))
  const texts = await loadMessages()
  expect(rejection instanceof AppError && texts.formatError(rejection.detail, 'it')).toBe('Il file supera i 50 MB')
})
