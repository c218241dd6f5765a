import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { askConfirmation, showAlert } from './dialogs.tsx'

it('shows an alert until the person confirms it, then restores the focus', async () => {
  const user = await show(
    <button type="button" onClick={() => void showAlert('Password modificata')}>
      apri
    </button>,
  )
  await user.click(screen.getByRole('button', { name: 'apri' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Avviso' })
  expect(dialog).toHaveTextContent('Password modificata')
  expect(within(dialog).getByRole('button', { name: 'Ho capito' })).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'apri' })).toHaveFocus()
})

it('shows a second alert above the first', async () => {
  const user = await show(<p>pagina</p>)
  void showAlert('primo')
  void showAlert('secondo')
  const [first, second] = await screen.findAllByRole('alertdialog')
  await user.click(within(second!).getByRole('button', { name: 'Ho capito' }))
  await waitFor(() => expect(screen.getAllByRole('alertdialog')).toEqual([first]))
  await user.click(screen.getByRole('button', { name: 'Ho capito' }))
})

it.each([
  ['Elimina', true],
  ['Annulla', false],
])('the button %s answers the question with %s', async (button, expected) => {
  const user = await show(<p>pagina</p>)
  const answer = askConfirmation({ text: 'Elimino 3 righe?', confirm: 'Elimina', destructive: true })
  expect(await screen.findByRole('button', { name: 'Annulla' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: button }))
  expect(await answer).toBe(expected)
})

it('Esc answers no', async () => {
  const user = await show(<p>pagina</p>, { language: 'en' })
  const answer = askConfirmation({ text: 'Go on?' })
  await screen.findByRole('alertdialog', { name: 'Confirm' })
  await user.keyboard('{Escape}')
  expect(await answer).toBe(false)
})
