import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { serve } from '../testing/fake-server.ts'
import { staffUser } from '../testing/people.ts'
import { openAt } from '../testing/render-app.tsx'

const hour = 3_600_000
const home = { staff: async () => ({ patients: null, lastLoads: [], lastFilters: [], lastExports: [] }) }
const user = staffUser({ role: 'UserAdmin' })

/** The clock is stopped once the page stands: what the page fetches needs real timers. */
const leaveAlone = async (ms: number): Promise<void> => {
  await screen.findByRole('heading', { name: 'Pagina principale' })
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + ms)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
afterEach(() => {
  vi.restoreAllMocks()
})

it('signs out after eight idle hours', async () => {
  const end = vi.fn(async () => serve({}))
  serve({ user, home, sessions: { end } })
  await openAt('/uhome')
  await leaveAlone(8 * hour)
  expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
  expect(end).toHaveBeenCalled()
})

it('tells the server when the person stays', async () => {
  const current = vi.fn(async () => user)
  serve({ user, home, sessions: { current } })
  await openAt('/uhome')
  await leaveAlone(8 * hour - 60_000)
  const before = current.mock.calls.length
  fireEvent.click(await screen.findByRole('button', { name: 'Resta collegato' }))
  await waitFor(() => expect(current.mock.calls.length).toBeGreaterThan(before))
  expect(screen.getByRole('heading', { name: 'Pagina principale' })).toBeInTheDocument()
})

it('leads out when the server’s session was over before the answer', async () => {
  serve({ user, home })
  await openAt('/uhome')
  await leaveAlone(8 * hour - 60_000)
  serve({ user: null, home })
  fireEvent.click(await screen.findByRole('button', { name: 'Resta collegato' }))
  expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
})
