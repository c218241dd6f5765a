import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { PublicHome } from './public-home.tsx'
import { PublicLayout } from './public-layout.tsx'

afterEach(() => {
  document.cookie = 'lang=; Path=/; Max-Age=0'
})

it('the language dialog changes the language immediately, closes, and the device remembers the choice', async () => {
  const user = await show(
    <PublicLayout title="Registro" back="/">
      <h1>Pagina</h1>
    </PublicLayout>,
  )
  await user.click(screen.getByRole('button', { name: 'Lingua: Italiano · English' }))
  const picker = await screen.findByRole('dialog', { name: 'Scegli la lingua' })
  expect(within(picker).getByRole('button', { name: 'Italiano' })).toHaveAttribute('aria-pressed', 'true')
  await user.click(within(picker).getByRole('button', { name: 'English' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Language: English · Italiano' })).toHaveFocus()
  expect(screen.getByRole('link', { name: 'Back' })).toBeInTheDocument()
  expect(document.documentElement.lang).toBe('en')
  expect(document.cookie).toContain('lang=en')
})

it('the home page has the languages and a link to each site', async () => {
  const user = await show(
    <PublicHome
      staffOrigin="https://staff.example"
      myconsentOrigin="https://consent.example"
      controller="Fondazione Esempio"
      participants={{ centres: 6, people: 1430 }}
    />,
  )
  expect(screen.getByText(/^Raccoglie i dati clinici delle persone con una talassemia/)).toBeInTheDocument()
  expect(screen.getByText('Chi lo gestisce: Fondazione Esempio')).toBeInTheDocument()
  expect(screen.getByText('Partecipano 6 centri e almeno 1.430 persone.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Come proteggiamo i tuoi dati' })).toHaveAttribute('href', expect.stringContaining('privacy'))
  expect(screen.getByRole('link', { name: /Sono un paziente/ })).toHaveAttribute('href', 'https://consent.example/loginp')
  await user.click(screen.getByRole('button', { name: 'English' }))
  expect(await screen.findByRole('link', { name: /I work with the registry/ })).toHaveAttribute('href', 'https://staff.example/login')
})
