import { AppError } from '@registry/domain/error'
import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../testing/render-app.ts'

const anna = staffUser({ role: 'UserAdmin', areaid: 'IT' })
const noWork = { areas: [], tasks: [], patients: null, cohort: null, deletionRequests: [] }

const acceptPassword = (password: string, user = anna): void =>
  serve({
    signIn: {
      staff: async (_by, credentials) => {
        if (credentials.password !== password) throw new AppError('password_wrong')
        serve({ user, home: { staff: async () => noWork } })
        return user
      },
    },
  })

const fill = async (user: Awaited<ReturnType<typeof openAt>>, name: string, password: string) => {
  await user.type(await screen.findByRole('textbox', { name: 'E-mail' }), name)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Accedi' }))
}

describe('staff sign-in', () => {
  it('shows missing fields without a request', async () => {
    const user = await openAt('/login')
    await user.click(await screen.findByRole('button', { name: 'Accedi' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Inserisci il tuo indirizzo e-mail')
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Inserisci la password')
  })

  it.each([
    ['it', 'Accesso fallito: Nome utente o password non corretti'],
    ['en', 'Sign-in failed: '],
  ] as const)('shows the server’s error and keeps the input (%s)', async (language, message) => {
    acceptPassword('right')
    const user = await openAt('/login', language)
    await user.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'anna@demo.example')
    await user.type(screen.getByLabelText('Password'), 'wrong')
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('anna@demo.example')
  })

  it('opens the home page, and remembers the name only, if chosen', async () => {
    acceptPassword('right')
    const user = await openAt('/login')
    await user.click(await screen.findByRole('checkbox', { name: /Ricorda/ }))
    await fill(user, 'anna@demo.example', 'right')
    expect(await screen.findByRole('heading', { name: 'Pagina principale' })).toBeInTheDocument()
    expect(Object.values(localStorage)).toContain('anna@demo.example')
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain('right')
  })

  it('returns to the page that was opened first', async () => {
    acceptPassword('right')
    const user = await openAt('/changepasswd')
    await screen.findByText('Sono un operatore')
    act(() => history.push('/login'))
    await fill(user, 'anna@demo.example', 'right')
    expect(await screen.findByRole('heading', { name: 'Cambia password' })).toBeInTheDocument()
  })

  it('leads from a temporary password to the choice of a new one only', async () => {
    acceptPassword('temporary', { ...anna, passwordExpired: true })
    const user = await openAt('/login')
    await fill(user, 'anna@demo.example', 'temporary')
    expect(await screen.findByRole('heading', { name: 'Scegli la tua password' })).toBeInTheDocument()
    expect(screen.queryByLabelText('Vecchia password')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Menu' })).not.toBeInTheDocument()
  })
})
