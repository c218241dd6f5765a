import { i18n } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getItalianToday, showDate, showExactMoment, showMoment, showNumber, showTime } from './format.ts'

it('formats days and moments as dd/MM/yyyy', () => {
  expect(showDate('2001-04-03')).toBe('03/04/2001')
  expect(showMoment('2026-11-05T08:07:00Z')).toBe('05/11/2026, 09:07')
})

it('formats numbers in the style of the language', () => {
  expect(showNumber(1234.5, 'it')).toBe('1.234,5')
  expect(showNumber(1234.5, 'en')).toBe('1,234.5')
})

it('shows Italian time without its zone to a reader whose clock shows the same', () => {
  expect(showMoment('2026-11-04T23:30:00Z')).toBe('05/11/2026, 00:30')
  expect(showTime(new Date('2026-07-05T08:07:00Z'))).toBe('10:07')
})

describe('for a reader in another zone', () => {
  beforeEach(() => {
    i18n.loadAndActivate({ locale: 'it', messages: {} })
    vi.stubEnv('TZ', 'America/New_York')
  })
  afterEach(() => vi.unstubAllEnvs())

  it('names the zone of a time, and keeps the day in Italy', () => {
    expect(showMoment('2026-11-04T23:30:00Z')).toBe('05/11/2026, 00:30 (ora italiana)')
    expect(showExactMoment('2026-11-02T23:30:05Z')).toBe('03/11/2026, 00:30:05 (ora italiana)')
    expect(showDate('2026-11-04T23:30:00Z')).toBe('05/11/2026')
  })

  it('starts a day when it starts in Italy', () => {
    vi.useFakeTimers({ now: new Date('2026-11-04T23:30:00Z') })
    expect(getItalianToday()).toBe('2026-11-05')
    vi.useRealTimers()
  })
})
