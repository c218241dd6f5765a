import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { serve } from '../testing/fake-server.ts'
import { staffUser } from '../testing/people.ts'
import { openAt } from '../testing/render-app.tsx'

const home = { staff: async () => ({ patients: null, lastLoads: [], lastFilters: [], lastExports: [] }) }
const site = {
  staffOrigin: 'http://staff.example',
  myconsentOrigin: 'http://myconsent.example',
  languages: ['it' as const, 'en' as const],
  fe_version: '0.0.1',
  be_version: '0.0.1',
  contacts: { controller: null, dataProtectionOfficer: null, support: null },
  demo: false,
}

it('says without a session that the page is the newest, and notices when a newer one is released meanwhile', async () => {
  const answer = vi.fn(async () => site)
  serve({ sessions: { site: answer } })
  const user = await openAt('/login')
  await user.click(await screen.findByRole('button', { name: 'Versione' }))
  expect(await screen.findByText('Hai la versione più recente.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Chiudi' }))
  answer.mockResolvedValue({ ...site, fe_version: '99.0.0', be_version: '99.0.0' })
  await user.click(screen.getByRole('button', { name: 'Versione' }))
  expect(await screen.findByRole('button', { name: 'Ricarica la pagina' })).toBeInTheDocument()
  expect(screen.getByText('Server').parentElement).toHaveTextContent('99.0.0')
})

it('shows with a session which front end the server knows', async () => {
  serve({ user: staffUser({ role: 'UserAdmin' }), home, sessions: { site: async () => ({ ...site, fe_version: '99.0.0' }) } })
  const user = await openAt('/uhome', 'en')
  await user.click(await screen.findByRole('button', { name: 'Version: there is a newer one' }))
  expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeInTheDocument()
})

it('opens the manual’s page about the screen that is open, in the language spoken', async () => {
  const page = vi.fn(async (_by: unknown, asked: { page: 'staff-sign-in'; language: 'it' | 'en' }) => ({
    ...asked,
    title: 'Accesso degli operatori',
    blocks: [{ kind: 'paragraph' as const, text: [{ text: 'Scrivi la tua e-mail.' }] }],
  }))
  serve({ help: { page } })
  const user = await openAt('/login')
  await user.click(await screen.findByRole('button', { name: 'Aiuto' }))
  const dialog = await screen.findByRole('dialog', { name: 'Accesso degli operatori' })
  expect(within(dialog).getByText('Scrivi la tua e-mail.')).toBeInTheDocument()
  expect(page).toHaveBeenCalledWith(expect.anything(), { page: 'staff-sign-in', language: 'it' })
})
