import { screen, waitFor } from '@testing-library/react'
import { type ReactNode, useEffect, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Dialog } from '../dialogs/dialog.tsx'
import { PageHeading } from '../layout/page.tsx'
import { show } from '../testing/render.tsx'
import { keepFocus } from './keep-focus.ts'

const Page = ({ children }: { readonly children: ReactNode }) => {
  useEffect(keepFocus, [])
  return (
    <main>
      <PageHeading title="Pagina" />
      {children}
    </main>
  )
}

const Vanishing = () => {
  const [isShown, setIsShown] = useState(true)
  return isShown ? <button onClick={() => setIsShown(false)}>Togli</button> : <p>Tolto</p>
}

/** A menu whose item opens a dialog and disappears. */
const MenuWithDialog = () => {
  const [shown, setShown] = useState<'menu' | 'dialog'>()
  return (
    <>
      <button onClick={() => setShown('menu')}>Utente</button>
      {shown === 'menu' && (
        <div role="menu">
          <button role="menuitem" onClick={() => setShown('dialog')}>
            Sicurezza
          </button>
        </div>
      )}
      {shown === 'dialog' && (
        <Dialog title="Sicurezza" onClose={() => setShown(undefined)}>
          <button onClick={() => setShown(undefined)}>Fine</button>
        </Dialog>
      )}
    </>
  )
}

const Working = () => {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <>
      <button disabled={isBusy} onClick={() => setIsBusy(true)}>
        Salva
      </button>
      <button onClick={() => setIsBusy(false)}>Fine</button>
    </>
  )
}

describe('REQ-UI-21: the focus', () => {
  it('moves to the heading of the page when the focused element disappears', async () => {
    const user = await show(
      <Page>
        <Vanishing />
      </Page>,
    )
    await user.click(screen.getByRole('button', { name: 'Togli' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Pagina' })).toHaveFocus())
  })

  it('moves to the heading of the nearest section that is still there', async () => {
    const user = await show(
      <Page>
        <section>
          <h2>Condizioni</h2>
          <Vanishing />
        </section>
      </Page>,
    )
    await user.click(screen.getByRole('button', { name: 'Togli' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Condizioni' })).toHaveFocus())
  })

  it('returns to the button of a menu after a dialog that the menu opened', async () => {
    const user = await show(
      <Page>
        <MenuWithDialog />
      </Page>,
    )
    await user.click(screen.getByRole('button', { name: 'Utente' }))
    await user.click(screen.getByRole('menuitem', { name: 'Sicurezza' }))
    await user.click(screen.getByRole('button', { name: 'Fine' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Utente' })).toHaveFocus())
  })

  it('returns to a button that was disabled while it worked', async () => {
    await show(
      <Page>
        <Working />
      </Page>,
    )
    const [save, done] = [screen.getByRole('button', { name: 'Salva' }), screen.getByRole('button', { name: 'Fine' })]
    save.focus()
    save.click()
    await waitFor(() => expect(save).toBeDisabled())
    save.blur()
    done.click()
    await waitFor(() => expect(save).toHaveFocus())
  })

  it('stays away when the person presses an empty place', async () => {
    const user = await show(
      <Page>
        <Vanishing />
        <p>Vuoto</p>
      </Page>,
    )
    screen.getByRole('button', { name: 'Togli' }).focus()
    await user.click(screen.getByText('Vuoto'))
    screen.getByRole('button', { name: 'Togli' }).click()
    expect(await screen.findByText('Tolto')).toBeInTheDocument()
    expect(document.body).toHaveFocus()
  })
})
