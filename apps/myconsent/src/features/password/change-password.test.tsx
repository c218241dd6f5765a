import { Refusal } from '@registry/domain/fault'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { patientUser } from '../../testing/people.ts'
import { openAt } from '../../testing/render-app.tsx'

const person = patientUser()
const home = { patient: async () => ({ uses: [], usesThisYear: 0 }) }

const fill = async (user: Awaited<ReturnType<typeof openAt>>, values: Record<string, string>) => {
  await screen.findByRole('heading', { level: 1 })
  for (const [label, text] of Object.entries(values)) await user.type(screen.getByLabelText(label), text)
  await user.click(screen.getByRole('button', { name: 'Cambia password' }))
}

describe('changing the password', () => {
  it.each([
    [
      'La nuova password non può coincidere con la vecchia',
      { 'Vecchia password': 'uguale', 'Nuova password': 'uguale', 'Conferma la nuova password': 'uguale' },
    ],
    [
      'Le nuove password non coincidono',
      { 'Vecchia password': 'vecchia', 'Nuova password': 'nuova', 'Conferma la nuova password': 'diversa' },
    ],
    ['Inserisci la password', { 'Nuova password': 'nuova', 'Conferma la nuova password': 'nuova' }],
  ])('says: %s', async (message, values) => {
    serve({ user: person })
    const user = await openAt('/changepasswd')
    await fill(user, values)
    expect(screen.getByRole('alert')).toHaveTextContent(message)
  })

  it('shows the server’s refusal at its field', async () => {
    const changePassword = () =>
      Promise.reject(new Refusal('validation_failed', undefined, { oldpassword: { code: 'old_password_wrong' } }))
    serve({ user: person, signIn: { changePassword } })
    const user = await openAt('/changepasswd')
    await fill(user, { 'Vecchia password': 'vecchia', 'Nuova password': 'nuova', 'Conferma la nuova password': 'nuova' })
    expect(await screen.findByRole('alert')).toHaveTextContent('La vecchia password non è corretta')
    expect(screen.getByLabelText('Vecchia password')).toHaveAccessibleDescription('La vecchia password non è corretta')
  })

  it('says that it is changed and goes home', async () => {
    const changePassword = vi.fn(async () => undefined)
    serve({ user: person, signIn: { changePassword }, home })
    const user = await openAt('/changepasswd')
    await fill(user, { 'Vecchia password': 'vecchia', 'Nuova password': 'nuova', 'Conferma la nuova password': 'nuova' })
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Password modificata')
    await user.click(screen.getByRole('button', { name: 'Ho capito' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Ciao, MARIA' })).toBeInTheDocument()
    expect(changePassword).toHaveBeenCalledWith(expect.anything(), { oldpassword: 'vecchia', newpassword: 'nuova' })
  })

  it('does not ask for the old one in the session that a link or a temporary password opened', async () => {
    const changePassword = vi.fn(async () => serve({}))
    serve({ user: { ...person, passwordExpired: true }, signIn: { changePassword } })
    const user = await openAt('/changepasswd')
    await fill(user, { 'Nuova password': 'nuova', 'Conferma la nuova password': 'nuova' })
    await user.click(await screen.findByRole('button', { name: 'Ho capito' }))
    expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
    expect(changePassword).toHaveBeenCalledWith(expect.anything(), { newpassword: 'nuova' })
  })
})
