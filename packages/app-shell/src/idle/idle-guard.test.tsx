import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { IdleGuard } from './idle-guard.tsx'

const hour = 3_600_000
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const showGuard = async (language: 'it' | 'en' = 'it') => {
  const onEnd = vi.fn<() => void>()
  const onSignOut = vi.fn<() => void>()
  const onStay = vi.fn<() => void>()
  await show(<IdleGuard onEnd={onEnd} onSignOut={onSignOut} onStay={onStay} />, { language })
  return { onEnd, onSignOut, onStay }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('counts down in the last two minutes, then ends the session', async () => {
  const { onEnd } = await showGuard()
  await advance(8 * hour - 121_000)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await advance(1000)
  const dialog = screen.getByRole('alertdialog', { name: 'Sei ancora qui?' })
  expect(within(dialog).getByRole('timer')).toHaveTextContent('2:00')
  await advance(55_000)
  expect(within(dialog).getByRole('timer')).toHaveTextContent('1:05')
  expect(onEnd).not.toHaveBeenCalled()
  await advance(65_000)
  expect(onEnd).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

it('the person can stay, and the server is called', async () => {
  const { onEnd, onStay } = await showGuard('en')
  await advance(8 * hour - 60_000)
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(onStay).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await advance(7 * hour)
  expect(onEnd).not.toHaveBeenCalled()
})

it('Enter continues the work, because the button that continues has the focus', async () => {
  await showGuard()
  await advance(8 * hour - 60_000)
  expect(screen.getByRole('button', { name: 'Continua' })).toHaveFocus()
})

it('the person can sign out immediately', async () => {
  const { onSignOut } = await showGuard()
  await advance(8 * hour - 60_000)
  fireEvent.click(screen.getByRole('button', { name: 'Esci ora' }))
  expect(onSignOut).toHaveBeenCalledOnce()
})

it.each(['pointerMove', 'keyDown', 'wheel'] as const)('%s counts as activity', async (activity) => {
  await showGuard()
  await advance(7 * hour)
  fireEvent[activity](document.body)
  await advance(hour)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})
