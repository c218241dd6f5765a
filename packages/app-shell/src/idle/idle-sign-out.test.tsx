import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setUpTestApp } from '../testing/test-app.tsx'

const hour = 3_600_000

describe.each(['staff', 'myconsent'] as const)('idle sign-out (%s)', (site) => {
  const { home, homeHeading, person, ports, serve, openAt } = setUpTestApp(site)

  /** Moves the clock once the page is open: the requests of the page need real timers. */
  const leaveAlone = async (ms: number): Promise<void> => {
    await screen.findByRole('heading', { name: homeHeading })
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + ms)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('signs out after eight idle hours', async () => {
    const end = vi.fn(async () => serve({}))
    serve({ user: person, ...ports, session: { end } })
    await openAt(home)
    await leaveAlone(8 * hour)
    expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
    expect(screen.getByText('Sono un paziente')).toBeInTheDocument()
    expect(end).toHaveBeenCalled()
  })

  it('signs out once when another tab reports the same end', async () => {
    const ending = Promise.withResolvers<void>()
    const end = vi.fn(() => ending.promise)
    serve({ user: person, ...ports, session: { end } })
    await openAt(home)
    await leaveAlone(8 * hour)
    await waitFor(() => expect(end).toHaveBeenCalled())
    const [other, witness] = [new BroadcastChannel('registry.idle'), new BroadcastChannel('registry.idle')]
    const received = new Promise((resolve) => witness.addEventListener('message', resolve))
    other.postMessage('ended')
    await received
    serve({ session: { end } })
    ending.resolve()
    expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
    expect(end).toHaveBeenCalledTimes(1)
    for (const channel of [other, witness]) channel.close()
  })

  it('notifies the server that the person stays', async () => {
    const current = vi.fn(async () => person)
    serve({ user: person, ...ports, session: { current } })
    await openAt(home)
    await leaveAlone(8 * hour - 60_000)
    const before = current.mock.calls.length
    fireEvent.click(await screen.findByRole('button', { name: 'Continua' }))
    await waitFor(() => expect(current.mock.calls.length).toBeGreaterThan(before))
    expect(screen.getByRole('heading', { name: homeHeading })).toBeInTheDocument()
  })

  it('signs out when the server ended the session before the person answers', async () => {
    serve({ user: person, ...ports })
    await openAt(home)
    await leaveAlone(8 * hour - 60_000)
    serve({ user: null, ...ports })
    fireEvent.click(await screen.findByRole('button', { name: 'Continua' }))
    expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
    expect(screen.getByText('Sono un paziente')).toBeInTheDocument()
  })
})
