import { AppError } from '@registry/domain/error'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

describe('staff who forgot the password', () => {
  it('reach the page from the sign-in and go back', async () => {
    const user = await openAt('/login')
    await user.click(await screen.findByRole('link', { name: 'Password dimenticata?' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Password dimenticata' })).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Torna all’accesso' }))
    await waitFor(() => expect(history.location.pathname).toBe('/login'))
  })

  it('must enter their address', async () => {
    const forgottenByStaff = vi.fn(async () => undefined)
    serve({ signIn: { forgottenByStaff } })
    const user = await openAt('/forgot_password')
    await user.click(await screen.findByRole('button', { name: 'Invia la password temporanea' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Inserisci il tuo indirizzo e-mail')
    expect(forgottenByStaff).not.toHaveBeenCalled()
  })

  it.each([
    ['it', 'E-mail', 'Invia la password temporanea', 'Controlla la tua posta', 'Chiedi di nuovo'],
    ['en', 'E-mail', 'Send the temporary password', 'Check your e-mail', 'Ask again'],
  ] as const)('read the next step, for known and unknown addresses alike (%s)', async (language, label, send, title, again) => {
    const forgottenByStaff = vi.fn(async () => undefined)
    serve({ signIn: { forgottenByStaff } })
    const user = await openAt('/forgot_password', language)
    await user.type(await screen.findByRole('textbox', { name: label }), ' anna@demo.example {Enter}')
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(forgottenByStaff).toHaveBeenCalledWith(expect.anything(), { username: 'anna@demo.example' }, expect.anything())
    await user.click(screen.getByRole('button', { name: again }))
    await user.click(screen.getByRole('button', { name: send }))
    await waitFor(() => expect(forgottenByStaff).toHaveBeenCalledTimes(2))
  })

  it('read how long to wait, and keep their input', async () => {
    serve({ signIn: { forgottenByStaff: () => Promise.reject(new AppError('too_many_attempts', { seconds: 1200 })) } })
    const user = await openAt('/forgot_password')
    await user.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'anna@demo.example{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Troppi tentativi. Riprova tra 1200 secondi')
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('anna@demo.example')
  })
})
