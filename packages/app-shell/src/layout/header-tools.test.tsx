import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { HelpQuery } from '@registry/api-contract/help'
import { setUpTestApp } from '../testing/test-app.tsx'

const { person, ports, serve, openAt } = setUpTestApp('staff')
const site = {
  staffOrigin: 'http://staff.example',
  myconsentOrigin: 'http://myconsent.example',
  languages: ['it' as const, 'en' as const],
  fe_version: '0.0.1',
  be_version: '0.0.1',
  participants: null,
  contacts: { controller: null, dataProtectionOfficer: null, support: null },
  demo: false,
}

it('compares the versions without a session each time the dialog opens', async () => {
  const answer = vi.fn(async () => site)
  serve({ session: { site: answer } })
  const user = await openAt('/login')
  await user.click(await screen.findByRole('button', { name: 'Versione' }))
  expect(await screen.findByText('Hai la versione più recente.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Chiudi' }))
  answer.mockResolvedValue({ ...site, fe_version: '99.0.0', be_version: '99.0.0' })
  await user.click(screen.getByRole('button', { name: 'Versione' }))
  expect(await screen.findByRole('button', { name: 'Ricarica la pagina' })).toBeInTheDocument()
  expect(screen.getByText('Server').parentElement).toHaveTextContent('99.0.0')
})

it('shows a newer version with a session', async () => {
  serve({ user: person, ...ports, session: { site: async () => ({ ...site, fe_version: '99.0.0' }) } })
  const user = await openAt('/uhome', 'en')
  await user.click(await screen.findByRole('button', { name: 'Version: a newer one is available' }))
  expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeInTheDocument()
})

it('opens the manual’s page about the open screen, in the chosen language', async () => {
  const page = vi.fn(async (_by: unknown, request: HelpQuery) => ({
    ...request,
    title: 'Accesso degli operatori',
    blocks: [{ kind: 'paragraph' as const, text: [{ text: 'Scrivi la tua e-mail.' }] }],
  }))
  serve({ help: { page } })
  const user = await openAt('/login')
  await user.click(await screen.findByRole('button', { name: 'Aiuto' }))
  const dialog = await screen.findByRole('dialog', { name: 'Accesso degli operatori' })
  expect(within(dialog).getByText('Scrivi la tua e-mail.')).toBeInTheDocument()
  expect(page).toHaveBeenCalledWith(expect.anything(), { page: 'staff-sign-in', language: 'it' }, expect.anything())
})

it('stores a language that a signed-in person chooses, and no language for a visitor', async () => {
  const chooseLanguage = vi.fn(async () => undefined)
  serve({ session: { chooseLanguage } })
  const visitor = await openAt('/login')
  await visitor.click(await screen.findByRole('button', { name: 'Lingua: Italiano · English' }))
  await visitor.click(await screen.findByRole('button', { name: 'English' }))
  expect(await screen.findByRole('button', { name: 'Language: English · Italiano' })).toBeInTheDocument()
  expect(chooseLanguage).not.toHaveBeenCalled()
  cleanup()
  serve({ user: person, ...ports, session: { chooseLanguage } })
  const user = await openAt('/uhome')
  await user.click(await screen.findByRole('button', { name: 'English' }))
  await waitFor(() => expect(chooseLanguage).toHaveBeenCalledWith(expect.anything(), { language: 'en' }, expect.anything()))
})
