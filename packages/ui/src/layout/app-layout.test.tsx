import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { show } from '../testing/render.tsx'
import { AppLayout } from './app-layout.tsx'
import type { MenuGroup } from './menu-list.tsx'
import type { Person } from './user-button.tsx'

const Sessions = ({ onClose }: { readonly onClose: () => void }) => (
  <button type="button" onClick={onClose}>
    {'sessioni'}
  </button>
)
const groups: MenuGroup[] = [
  { items: [{ label: 'Pagina principale', icon: null, href: '/uhome' }] },
  {
    name: 'Amministratore globale',
    items: [
      { label: 'Filtri', icon: null, href: '/ga_filtri' },
      { label: 'Log', icon: null },
    ],
  },
]
type Options = { readonly back?: string; readonly currentPath?: string; readonly parentPath?: string; readonly person?: Partial<Person> }
const layout = ({ back, currentPath = '/uhome', parentPath, person }: Options = {}) => (
  <AppLayout
    title="Registro"
    home="/uhome"
    width="wide"
    person={{ name: 'Anna Bianchi', ...person }}
    menu={groups}
    back={back}
    currentPath={currentPath}
    parentPath={parentPath}
  >
    <h1>Pagina</h1>
  </AppLayout>
)

const narrow = window.matchMedia
/** A window in which the menu has room next to the page. */
const inWideWindow = (): void => {
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(narrow(query), { matches: query.includes('min-width') }))
}
afterEach(() => {
  vi.stubGlobal('matchMedia', narrow)
})

describe('in a narrow window', () => {
  it('the menu marks the current page, disables areas that are not open, and navigates', async () => {
    const onNavigate = vi.fn<(to: string) => void>()
    const user = await show(layout(), { onNavigate })
    await user.click(screen.getByRole('button', { name: 'Menu' }))
    const menu = screen.getByRole('dialog', { name: 'Menu' })
    expect(within(menu).getByRole('link', { name: 'Pagina principale' })).toHaveAttribute('aria-current', 'page')
    expect(within(menu).queryByRole('link', { name: /Log/ })).not.toBeInTheDocument()
    expect(within(menu).getByText('non ancora disponibile')).toBeInTheDocument()
    await user.click(within(menu).getByRole('link', { name: 'Pagina principale' }))
    expect(onNavigate).toHaveBeenCalledWith('/uhome')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('Esc closes the menu and restores the focus', async () => {
    const user = await show(layout())
    await user.click(screen.getByRole('button', { name: 'Menu' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus()
  })

  it('a page below the home page shows a back arrow', async () => {
    const onNavigate = vi.fn<(to: string) => void>()
    const user = await show(layout({ back: '/uhome' }), { onNavigate })
    await user.click(screen.getByRole('link', { name: 'Indietro' }))
    expect(onNavigate).toHaveBeenCalledWith('/uhome')
    expect(screen.queryByRole('button', { name: 'Menu' })).not.toBeInTheDocument()
  })
})

describe('in a wide window', () => {
  it('the menu next to the page folds, and the device remembers it', async () => {
    inWideWindow()
    const user = await show(layout({ back: '/uhome' }))
    const menu = screen.getByRole('navigation', { name: 'Menu' })
    expect(within(menu).getByRole('list', { name: 'Amministratore globale' })).toBeInTheDocument()
    await user.click(within(menu).getByRole('button', { name: 'Riduci il menu' }))
    expect(within(menu).getByRole('button', { name: 'Allarga il menu' })).toHaveAttribute('aria-expanded', 'false')
    expect(within(menu).getByRole('link', { name: 'Pagina principale' }), 'the folded menu still has its links').toBeInTheDocument()
    expect(Object.values(localStorage)).toContain('folded')
  })

  it('marks the list of a detail page, but not the home page above a list', async () => {
    inWideWindow()
    await show(layout({ back: '/uhome', currentPath: '/altrove' }))
    expect(screen.getByRole('link', { name: 'Pagina principale' })).not.toHaveAttribute('aria-current')
    cleanup()
    await show(layout({ back: '/ga_filtri', currentPath: '/ga_filtro/1', parentPath: '/ga_filtri' }))
    expect(screen.getByRole('link', { name: 'Filtri' })).toHaveAttribute('aria-current', 'true')
  })

  it('the menu opens folded if it was folded before', async () => {
    inWideWindow()
    localStorage.setItem('registry.menu', 'folded')
    await show(layout())
    expect(screen.getByRole('button', { name: 'Allarga il menu' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Menu' })).not.toBeInTheDocument()
  })
})

describe('the user menu', () => {
  const open = async (person?: Partial<Person>) => {
    const onNavigate = vi.fn<(to: string) => void>()
    const user = await show(layout({ ...(person && { person }) }), { onNavigate })
    await user.click(screen.getByRole('button', { name: 'Utente: Anna Bianchi' }))
    await screen.findByRole('menuitem', { name: 'Esci' })
    return { user, onNavigate }
  }

  it.each([
    ['Cambia password', '/changepasswd'],
    ['Esci', '/logout'],
  ])('the item %s opens %s', async (entry, address) => {
    const { user, onNavigate } = await open()
    await user.click(screen.getByRole('menuitem', { name: entry }))
    expect(onNavigate).toHaveBeenCalledWith(address)
  })

  it('REQ-UI-21: Esc gives the focus back to its button, and Enter opens it again', async () => {
    const { user } = await open()
    const button = screen.getByRole('button', { name: 'Utente: Anna Bianchi' })
    for (const _time of [1, 2]) {
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
      await waitFor(() => expect(button).toHaveFocus())
      await user.keyboard('{Enter}')
      expect(await screen.findByRole('menuitem', { name: 'Esci' })).toBeInTheDocument()
    }
  })

  it('leaves its button as it looked before', async () => {
    const find = (): HTMLElement => screen.getByRole('button', { name: 'Utente: Anna Bianchi' })
    const user = await show(layout())
    const { className } = find()
    expect(className).not.toBe('')
    await user.click(find())
    await screen.findByRole('menuitem', { name: 'Esci' })
    expect(find()).toHaveClass(className)
  })

  it('the item of the personal data is disabled without a page', async () => {
    await open()
    expect(screen.getByRole('menuitem', { name: 'Dati personali' })).toBeDisabled()
    expect(screen.queryByRole('menuitem', { name: 'Sicurezza' })).not.toBeInTheDocument()
  })

  it('the item of the personal data opens their page', async () => {
    const { user, onNavigate } = await open({ dataPath: '/pdati' })
    await user.click(screen.getByRole('menuitem', { name: 'Dati personali' }))
    expect(onNavigate).toHaveBeenCalledWith('/pdati')
  })

  it('opens the security dialog that the app supplies', async () => {
    const { user } = await open({
      security: Sessions,
    })
    await user.click(screen.getByRole('menuitem', { name: 'Sicurezza' }))
    await user.click(await screen.findByRole('button', { name: 'sessioni' }))
    expect(screen.queryByRole('button', { name: 'sessioni' })).not.toBeInTheDocument()
  })

  it('opens the language dialog, since the header of a phone has no flags', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('menuitem', { name: 'Lingua' }))
    const picker = await screen.findByRole('dialog', { name: 'Scegli la lingua' })
    await user.click(within(picker).getByRole('button', { name: 'English' }))
    expect(await screen.findByRole('button', { name: 'User: Anna Bianchi' })).toBeInTheDocument()
  })
})

it('switches the language without a reload, sets `lang`, and remembers the choice', async () => {
  const user = await show(layout())
  expect(document.documentElement.lang).toBe('it')
  await user.click(screen.getByRole('button', { name: 'English' }))
  expect(await screen.findByRole('button', { name: 'User: Anna Bianchi' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true')
  expect(document.documentElement.lang).toBe('en')
  await waitFor(() => expect(document.cookie).toContain('lang=en'))
})
