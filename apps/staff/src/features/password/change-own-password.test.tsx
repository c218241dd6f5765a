import { AppError } from '@registry/domain/error'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { staffUser } from '../../testing/people.ts'
import { openAt } from '../../testing/render-app.tsx'

const person = staffUser({ role: 'UserAdmin', areaid: 'IT' })
const home = { staff: async () => ({ patients: null, lastLoads: [], lastFilters: [], lastExports: [] }) }

const old = 'Vento-lungo-77-ciliegie'
const good = 'sette gatti sotto il portico'

const fill = async (user: Awaited<ReturnType<typeof openAt>>, values: Record<string, string>) => {
  await screen.findByRole('heading', { level: 1 })
  for (const [label, text] of Object.entries(values)) await user.type(screen.getByLabelText(label), text)
  await user.click(screen.getByRole('button', { name: 'Cambia password' }))
}

describe('changing the password', () => {
  it.each([
    [
      'La nuova password non può coincidere con la vecchia',
      { 'Vecchia password': old, 'Nuova password': old, 'Conferma la nuova password': old },
    ],
    ['Le nuove password non coincidono', { 'Vecchia password': old, 'Nuova password': good, 'Conferma la nuova password': `${good}!` }],
    ['Inserisci la password', { 'Nuova password': good, 'Conferma la nuova password': good }],
    [
      'La password deve avere almeno 15 caratteri',
      { 'Vecchia password': old, 'Nuova password': 'Corta-77', 'Conferma la nuova password': 'Corta-77' },
    ],
  ])('says: %s', async (message, values) => {
    serve({ user: person })
    const user = await openAt('/changepasswd')
    await fill(user, values)
    expect(screen.getByRole('alert')).toHaveTextContent(message)
  })

  it('shows the server’s refusal at its field', async () => {
    const changePassword = () =>
      Promise.reject(new AppError('validation_failed', undefined, { oldpassword: { code: 'old_password_wrong' } }))
    serve({ user: person, signIn: { changePassword } })
    const user = await openAt('/changepasswd')
    await fill(user, { 'Vecchia password': old, 'Nuova password': good, 'Conferma la nuova password': good })
    expect(await screen.findByRole('alert')).toHaveTextContent('La vecchia password non è corretta')
    expect(screen.getByLabelText('Vecchia password')).toHaveAccessibleDescription('La vecchia password non è corretta')
  })

  it('says that it is changed and goes home', async () => {
    const changePassword = vi.fn(async () => undefined)
    serve({ user: person, signIn: { changePassword }, home })
    const user = await openAt('/changepasswd')
    await fill(user, { 'Vecchia password': old, 'Nuova password': good, 'Conferma la nuova password': good })
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Password modificata')
    await user.click(screen.getByRole('button', { name: 'Ho capito' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Pagina principale' })).toBeInTheDocument()
    expect(changePassword).toHaveBeenCalledWith(expect.anything(), { oldpassword: old, newpassword: good })
  })

  it('does not ask for the old one in the session that a link or a temporary password opened', async () => {
    const changePassword = vi.fn(async () => serve({}))
    serve({ user: { ...person, passwordExpired: true }, signIn: { changePassword } })
    const user = await openAt('/changepasswd')
    await fill(user, { 'Nuova password': good, 'Conferma la nuova password': good })
    await user.click(await screen.findByRole('button', { name: 'Ho capito' }))
    expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
    expect(changePassword).toHaveBeenCalledWith(expect.anything(), { newpassword: good })
  })

  it('asks for the old one when it is only too old by its age (THREAT-17)', async () => {
    serve({ user: { ...person, passwordExpired: true, asksOldPassword: true } })
    await openAt('/changepasswd')
    expect(await screen.findByText('La tua password è scaduta: per continuare scegline una nuova.')).toBeInTheDocument()
    expect(screen.getByLabelText('Vecchia password')).toBeInTheDocument()
  })

  it('says while one types how hard the password is to guess, in the person’s language', async () => {
    serve({ user: person, signIn: { passwordRules: async () => ({ minimum: 12, leastStrength: 3 }) } })
    const user = await openAt('/changepasswd', 'en')
    const field = await screen.findByLabelText('New password')
    expect(await screen.findByText(/From 12 to 128 characters/)).toBeInTheDocument()
    await user.type(field, 'password1')
    expect(await screen.findByText('Very weak')).toBeInTheDocument()
    expect(screen.getByRole('meter', { name: 'Strength of the password' })).toHaveAttribute('aria-valuenow', '0')
    await user.clear(field)
    await user.type(field, good)
    expect(await screen.findByText('Excellent')).toBeInTheDocument()
    expect(screen.getByText('That will do.')).toBeInTheDocument()
  })

  it('takes a pasted password, and shows it where asked to', async () => {
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
