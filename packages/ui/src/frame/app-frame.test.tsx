import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../testing/render.tsx'
import { AppFrame, type Place } from './app-frame.tsx'

const places: Place[] = [
  { label: 'Pagina principale', icon: null, href: '/uhome' },
  { label: 'Log', icon: null },
]
const frame = (back?: string) => (
  <AppFrame title="Registro" home="/uhome" width="wide" personName="Anna Bianchi" places={places} back={back} here="/uhome">
    <h1>Pagina</h1>
  </AppFrame>
)

it('opens the menu, marks where one is, shows what is not open as disabled, and goes', async () => {
  const onNavigate = vi.fn<(to: string) => void>()
  const user = await show(frame(), { onNavigate })
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  const menu = screen.getByRole('dialog', { name: 'Menu' })
  expect(within(menu).getByRole('link', { name: 'Pagina principale' })).toHaveAttribute('aria-current', 'page')
  expect(within(menu).queryByRole('link', { name: /Log/ })).not.toBeInTheDocument()
  expect(within(menu).getByText('non ancora disponibile')).toBeInTheDocument()
  await user.click(within(menu).getByRole('link', { name: 'Pagina principale' }))
  expect(onNavigate).toHaveBeenCalledWith('/uhome')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('closes the menu with Esc and gives the focus back', async () => {
  const user = await show(frame())
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus()
})

it('shows a back arrow one level down', async () => {
  const onNavigate = vi.fn<(to: string) => void>()
  const user = await show(frame('/uhome'), { onNavigate })
  await user.click(screen.getByRole('link', { name: 'Indietro' }))
  expect(onNavigate).toHaveBeenCalledWith('/uhome')
  expect(screen.queryByRole('button', { name: 'Menu' })).not.toBeInTheDocument()
})

it('offers password and sign-out in the user menu', async () => {
  const onNavigate = vi.fn<(to: string) => void>()
  const user = await show(frame(), { onNavigate })
  await user.click(screen.getByRole('button', { name: 'Utente: Anna Bianchi' }))
  expect(await screen.findByRole('menuitem', { name: 'Dati personali' })).toBeDisabled()
  await user.click(screen.getByRole('menuitem', { name: 'Esci' }))
  expect(onNavigate).toHaveBeenCalledWith('/logout')
})

it('switches the language without a reload, tells screen readers, and keeps the choice', async () => {
  const user = await show(frame())
  expect(document.documentElement.lang).toBe('it')
  await user.click(screen.getByRole('button', { name: 'English' }))
  expect(await screen.findByRole('button', { name: 'User: Anna Bianchi' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true')
  expect(document.documentElement.lang).toBe('en')
  expect(document.cookie).toContain('lang=en')
})
