import { describe, expect, test } from 'vitest'
import { isSameLogView, namesLoggedPatient, toLogSearch, toLogViewSettings } from './views.ts'

const search = { command: 'login', action: '', username: ' center RM01 ', patient: '', from: '2026-11-23', to: '2026-11-25', limit: 100 }

describe('REQ-ADM-17: a view of the log', () => {
  test('keeps how far the search goes back, not its days', () => {
    const settings = toLogViewSettings(search, '2026-11-29')
    expect(settings).toEqual({ command: 'login', action: '', username: 'center RM01', days: 7, limit: 100 })
    expect(toLogSearch(settings, '2027-01-03')).toEqual({ ...search, username: 'center RM01', from: '2026-12-28', to: '' })
    expect(isSameLogView(toLogViewSettings(toLogSearch(settings, '2027-01-03'), '2027-01-03'), settings)).toBe(true)
  })

  test('of today alone begins today, and one without a first day has no limit', () => {
    expect(toLogSearch({ ...toLogViewSettings({ ...search, from: '2026-11-29' }, '2026-11-29') }, '2026-12-01').from).toBe('2026-12-01')
    const unlimited = toLogViewSettings({ ...search, from: '' }, '2026-11-29')
    expect(unlimited.days).toBeNull()
    expect(toLogSearch(unlimited, '2026-12-01').from).toBe('')
  })

  test.each([
    ['patient 12', true],
    [' Patient 7', true],
    ['patients@example.org', false],
    ['center RM01', false],
    ['', false],
  ])('the user «%s» is a patient: %s', (username, isPatient) => expect(namesLoggedPatient(username)).toBe(isPatient))
})
