import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { IdleGuard } from './idle-guard.tsx'

const hour = 3_600_000
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const guarded = async (language: 'it' | 'en' = 'it') => {
  const onEnd = vi.fn<() => void>()
  const onStay = vi.fn<() => void>()
  await show(<IdleGuard onEnd={onEnd} onStay={onStay} />, { language })
  return { onEnd, onStay }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('counts down in the last two minutes and then leads out', async () => {
  const { onEnd } = await guarded()
  await pass(8 * hour - 121_000)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await pass(1000)
  const dialog = screen.getByRole('alertdialog', { name: 'Sei ancora qui?' })
  expect(within(dialog).getByRole('timer')).toHaveTextContent('2:00')
  await pass(55_000)
  expect(within(dialog).getByRole('timer')).toHaveTextContent('1:05')
  expect(onEnd).not.toHaveBeenCalled()
  await pass(65_000)
  expect(onEnd).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

it('lets the person stay, and tells so', async () => {
  const { onEnd, onStay } = await guarded('en')
  await pass(8 * hour - 60_000)
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
  expect(onStay).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await pass(7 * hour)
  expect(onEnd).not.toHaveBeenCalled()
})

it('lets the person leave at once', async () => {
  const { onEnd } = await guarded()
  await pass(8 * hour - 60_000)
  fireEvent.click(screen.getByRole('button', { name: 'Esci ora' }))
  expect(onEnd).toHaveBeenCalledOnce()
})

it.each(['pointerMove', 'keyDown', 'wheel'] as const)('takes %s for a sign of life', async (sign) => {
  await guarded()
  await pass(7 * hour)
  fireEvent[sign](document.body)
  await pass(hour)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})
