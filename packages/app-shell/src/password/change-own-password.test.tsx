import { AppError } from '@registry/domain/error'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { setUpTestApp } from '../testing/test-app.tsx'

const old = 'Vento-lungo-77-ciliegie'
const good = 'sette gatti sotto il portico'

/** Pastes, because each typed character would rate the password again. */
const fill = async (user: UserEvent, values: Record<string, string>) => {
  await screen.findByRole('heading', { level: 1 })
  for (const [label, text] of Object.entries(values)) {
    await user.click(screen.getByLabelText(label))
    await user.paste(text)
  }
  await user.click(screen.getByRole('button', { name: 'Cambia password' }))
}

describe.each([
  ['staff', 15],
  ['myconsent', 10],
] as const)('changing the password (%s)', (site, minimum) => {
  const { homeHeading, person, ports, serve, openAt } = setUpTestApp(site)

  it.each([
    [
      'La nuova password non può coincidere con la vecchia',
      { 'Vecchia password': old, 'Nuova password': old, 'Conferma la nuova password': old },
    ],
    ['Le nuove password non coincidono', { 'Vecchia password': old, 'Nuova password': good, 'Conferma la nuova password': `${good}!` }],
    ['Inserisci la password', { 'Nuova password': good, 'Conferma la nuova password': good }],
    [
      `La password deve avere almeno ${minimum} caratteri`,
      { 'Vecchia password': old, 'Nuova password': 'Corta-77', 'Conferma la nuova password': 'Corta-77' },
    ],
  ])('says: %s', async (message, values) => {
    serve({ user: person })
    const user = await openAt('/changepasswd')
    await fill(user, values)
    expect(screen.getByRole('alert')).toHaveTextContent(message)
  })

  it('shows the server’s error at its field', async () => {
    const changePassword = () =>
      Promise.reject(new AppError('validation_failed', undefined, { oldpassword: { code: 'old_password_wrong' } }))
    serve({ user: person, signIn: { changePassword } })
    const user = await openAt('/changepasswd')
    await fill(user, { 'Vecchia password': old, 'Nuova password': good, 'Conferma la nuova password': good })
    expect(await screen.findByRole('alert')).toHaveTextContent('La vecchia password non è corretta')
    expect(screen.getByLabelText('Vecchia password')).toHaveAccessibleDescription('La vecchia password non è corretta')
  })

  it('confirms the change and opens the home page', async () => {
    const changePassword = vi.fn(async () => undefined)
    serve({ user: person, signIn: { changePassword }, ...ports })
    const user = await openAt('/changepasswd')
    await fill(user, { 'Vecchia password': old, 'Nuova password': good, 'Conferma la nuova password': good })
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Password modificata')
    await user.click(screen.getByRole('button', { name: 'Ho capito' }))
    expect(await screen.findByRole('heading', { level: 1, name: homeHeading })).toBeInTheDocument()
    expect(changePassword).toHaveBeenCalledWith(expect.anything(), { oldpassword: old, newpassword: good }, expect.anything())
  })

  it('does not require the old one in the session of a link or a temporary password', async () => {
    const changePassword = vi.fn(async () => serve({}))
    serve({ user: { ...person, passwordExpired: true }, signIn: { changePassword } })
    const user = await openAt('/changepasswd')
    await fill(user, { 'Nuova password': good, 'Conferma la nuova password': good })
    await user.click(await screen.findByRole('button', { name: 'Ho capito' }))
    expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
    expect(changePassword).toHaveBeenCalledWith(expect.anything(), { newpassword: good }, expect.anything())
  })

  it('requires the old one when the password has expired by age (THREAT-17)', async () => {
    serve({ user: { ...person, passwordExpired: true, asksOldPassword: true } })
    await openAt('/changepasswd')
    expect(await screen.findByText('La tua password è scaduta: per continuare scegline una nuova.')).toBeInTheDocument()
    expect(screen.getByLabelText('Vecchia password')).toBeInTheDocument()
  })

  it('shows the strength of the password while the person types, in both languages', async () => {
    serve({ user: person, signIn: { passwordRules: async () => ({ minimum: 12, leastStrength: 3 }) } })
    const user = await openAt('/changepasswd', 'en')
    const field = await screen.findByLabelText('New password')
    expect(await screen.findByText(/From 12 to 128 characters/)).toBeInTheDocument()
    await user.type(field, 'password1')
    expect(await screen.findByText('Very weak')).toBeInTheDocument()
    expect(screen.getByRole('meter', { name: 'Password strength' })).toHaveAttribute('aria-valuenow', '0')
    await user.clear(field)
    await user.type(field, good)
    expect(await screen.findByText('Excellent')).toBeInTheDocument()
    expect(screen.getByText('Looks good.')).toBeInTheDocument()
  })

  it('accepts a pasted password, and a button shows it', async () => {
    serve({ user: person })
    const user = await openAt('/changepasswd')
    const field = await screen.findByLabelText('Nuova password')
    await user.click(field)
    await user.paste(good)
    expect(field).toHaveValue(good)
    expect(field).toHaveAttribute('type', 'password')
    await user.click(screen.getAllByRole('button', { name: 'Mostra o nascondi la password' })[1]!)
    expect(field).toHaveAttribute('type', 'text')
  })
})
