import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const ask = async (contact: string) => {
  const user = await openAt('/forgot_password_patient')
  await user.type(await screen.findByRole('textbox', { name: 'E-mail o numero di cellulare' }), contact)
  await user.click(screen.getByRole('button', { name: 'Invia il link' }))
  return user
}

describe('a patient who forgot the password', () => {
  it('reaches the page from the sign-in and goes back', async () => {
    const user = await openAt('/loginp')
    await user.click(await screen.findByRole('link', { name: 'Password dimenticata?' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Password dimenticata' })).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Torna all’accesso' }))
    await waitFor(() => expect(history.location.pathname).toBe('/loginp'))
  })

  it.each([
    [' ', 'Inserisci il tuo indirizzo e-mail o il tuo numero di cellulare'],
    ['a@b.i', 'Indirizzo e-mail non corretto'],
    ['0612345678', 'Numero di cellulare non corretto'],
  ])('enters %j and sees: %s', async (contact, message) => {
    await ask(contact)
    expect(screen.getByRole('alert')).toHaveTextContent(message)
  })

  it.each([
    ['p1@demo.example', 'Controlla la tua posta'],
    ['+39 3330000005', 'Controlla i tuoi SMS'],
  ])('enters %s and sees how the link is sent', async (contact, title) => {
    const forgottenByPatient = vi.fn(async () => undefined)
    serve({ signIn: { forgottenByPatient } })
    await ask(contact)
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(forgottenByPatient).toHaveBeenCalledWith(expect.anything(), { username: contact }, expect.anything())
  })
})
