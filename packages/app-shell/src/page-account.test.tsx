import { TRPCError } from '@trpc/server'
import { AppError } from '@registry/domain/error'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setUpTestApp } from './testing/test-app.tsx'

const closed = 'In questo browser è entrata un’altra persona'

describe('THREAT-62: a guardian who chooses another patient in another tab', () => {
  const { home, homeHeading, person, ports, history, queryClient, serve, openAt } = setUpTestApp('myconsent')

  it('closes the page of the one before, which names no other person', async () => {
    serve({ user: { ...person, actingFor: null }, ...ports })
    await openAt(home)
    await screen.findByRole('heading', { name: homeHeading })
    const current = async () => {
      throw new TRPCError({ code: 'BAD_REQUEST', cause: new AppError('session_changed', { changed: 'child' }) })
    }
    serve({ user: person, ...ports, session: { current } })
    await act(() => queryClient.invalidateQueries())
    act(() => history.push('/changepasswd'))
    expect(await screen.findByRole('heading', { name: 'In un’altra scheda rispondi per qualcun altro' })).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Continua' })).toBeInTheDocument()
  })
})

describe.each(['staff', 'myconsent'] as const)('THREAT-61: two people in one browser (%s)', (site) => {
  const { home, homeHeading, person, ports, history, queryClient, serve, openAt } = setUpTestApp(site)
  const tellTabs = async (account: string | null): Promise<void> => {
    const tabs = new BroadcastChannel(`registry.account.${site}`)
    tabs.postMessage({ account })
    // The channel of the page hears it after this turn.
    await act(() => Promise.resolve())
    tabs.close()
  }
  const openHome = async () => {
    serve({ user: person, ...ports })
    await openAt(home)
    await screen.findByRole('heading', { name: homeHeading })
  }

  it('a rejected request closes the page', async () => {
    await openHome()
    const current = async () => {
      throw new TRPCError({ code: 'BAD_REQUEST', cause: new AppError('session_changed') })
    }
    serve({ user: person, ...ports, session: { current } })
    await act(() => queryClient.invalidateQueries())
    act(() => history.push('/changepasswd'))
    expect(await screen.findByRole('heading', { name: closed })).toHaveFocus()
    expect(screen.queryByRole('heading', { name: homeHeading })).not.toBeInTheDocument()
  })

  it('the sign-in of another person in another tab closes the page immediately', async () => {
    await openHome()
    await tellTabs('account-of-another')
    expect(await screen.findByRole('heading', { name: closed })).toBeInTheDocument()
    expect(screen.queryByText(homeHeading)).not.toBeInTheDocument()
  })

  it('the same person in another tab changes nothing', async () => {
    await openHome()
    await tellTabs(person.account)
    await waitFor(() => expect(screen.getByRole('heading', { name: homeHeading })).toBeInTheDocument())
  })

  it('REQ-UI-24: a sign-out in another tab leads to the sign-in and shows a notice', async () => {
    await openHome()
    serve({})
    await tellTabs(null)
    expect(await screen.findByText('Sei uscito in un’altra scheda di questo browser.')).toBeInTheDocument()
    expect(screen.getByText('Sono un operatore')).toBeInTheDocument()
  })

  it('REQ-UI-24: an ended session shows a notice, and an ordinary visit or sign-out shows nothing', async () => {
    await openHome()
    serve({})
    act(() => history.push('/changepasswd'))
    expect(await screen.findByText(/^La sessione è finita/)).toBeInTheDocument()
    serve({ user: person, ...ports })
    act(() => history.push(home))
    await screen.findByRole('heading', { name: homeHeading })
    act(() => history.push('/logout'))
    await screen.findByText('Sono un operatore')
    expect(screen.queryByText('Devi accedere di nuovo')).not.toBeInTheDocument()
  })
})
