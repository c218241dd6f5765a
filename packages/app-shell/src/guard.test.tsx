import { AppError } from '@registry/domain/error'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { staffUser } from './testing/people.ts'
import { setUpTestApp } from './testing/test-app.tsx'

const { history, ports, serve, openAt } = setUpTestApp('staff')

describe('the guard', () => {
  it('redirects a visitor to / and remembers the page', async () => {
    await openAt('/ga_filtri?page=2')
    expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
    expect(history.location.pathname).toBe('/')
    expect(decodeURIComponent(document.cookie)).toContain('next=/ga_filtri?page=2')
  })

  it('redirects a role without the area to its own home', async () => {
    serve({ user: staffUser({ role: 'UserAdmin', areaid: 'IT' }), ...ports })
    await openAt('/ga_filtri')
    expect(await screen.findByRole('heading', { name: 'Pagina principale' })).toBeInTheDocument()
  })

  it('redirects staff from a patient page to their own home', async () => {
    serve({ user: staffUser({ role: 'UserAdmin', areaid: 'IT' }), ...ports })
    await openAt('/consenso')
    expect(await screen.findByRole('heading', { name: 'Pagina principale' })).toBeInTheDocument()
  })

  it('signs out at an unknown address', async () => {
    const end = vi.fn(async () => undefined)
    serve({ user: staffUser({ role: 'UserAdmin' }), session: { end } })
    await openAt('/nowhere')
    expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
    expect(end).toHaveBeenCalledOnce()
  })

  it.each([
    ['it', 'Area non ancora disponibile'],
    ['en', 'Area not available yet'],
  ] as const)('shows that an area without screens is not available yet (%s)', async (language, title) => {
    serve({ user: staffUser({ role: 'CenterAdmin', center: 'RM01' }) })
    await openAt('/ecrf', language)
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
  })

  it('opens /logout when the session is lost, and remembers the page', async () => {
    const end = vi.fn(async () => undefined)
    serve({
      user: staffUser({ role: 'GlobalAdmin' }),
      home: { staff: () => Promise.reject(new AppError('session_required')) },
      session: { end },
    })
    await openAt('/uhome')
    await waitFor(() => expect(end).toHaveBeenCalled())
    expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
    expect(decodeURIComponent(document.cookie)).toContain('next=/uhome')
  })

  it('shows any other error of the server, and the page can load again', async () => {
    serve({ user: staffUser({ role: 'GlobalAdmin' }), home: { staff: () => Promise.reject(new AppError('not_found')) } })
    const user = await openAt('/uhome')
    expect(await screen.findByRole('alert')).toHaveTextContent('Elemento non trovato')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    serve({ user: staffUser({ role: 'GlobalAdmin' }), ...ports })
    await user.click(screen.getByRole('button', { name: 'Riprova' }))
    expect(await screen.findByRole('heading', { name: 'Pagina principale' })).toBeInTheDocument()
  })
})

it('the first page asks for its data and for the keys of the drafts together (REQ-UI-20)', async () => {
  const sent: string[] = []
  const real = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    sent.push((input instanceof Request ? input.url : input.toString()).replace(/^.*\/trpc\/|\?.*$/g, ''))
    return real(input, init)
  })
  onTestFinished(() => spy.mockRestore())
  serve({ user: staffUser({ role: 'UserAdmin', areaid: 'IT' }), ...ports })
  await openAt('/uhome')
  await screen.findByRole('heading', { name: 'Pagina principale' })
  expect(sent.slice(0, 2)).toEqual(['session.current', expect.stringMatching(/^(?=.*ownSessions\.draftKeys)(?=.*home\.staff)/)])
})

it('opens / after sign-out and remembers no page', async () => {
  const end = vi.fn(async () => serve({}))
  serve({ user: staffUser({ role: 'UserAdmin' }), ...ports, session: { end } })
  const user = await openAt('/uhome')
  await user.click(await screen.findByRole('button', { name: 'Utente: Anna Bianchi' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Esci' }))
  expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
  expect(end).toHaveBeenCalledOnce()
  expect(document.cookie).not.toContain('next=/')
})
