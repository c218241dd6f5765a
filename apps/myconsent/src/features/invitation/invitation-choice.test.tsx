import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../testing/render-app.ts'

const invited = {
  ...patientUser(),
  name: '',
  surname: '',
  username: 'ada@example.org',
  passwordExpired: true,
  invitedBy: 'Centro di Milano',
}

const open = async (answer: () => Promise<void>) => {
  const answerInvitation = vi.fn(answer)
  serve({ user: invited, signIn: { answerInvitation } })
  return { user: await openAt('/changepasswd'), answerInvitation }
}

describe('an invitation to a contact that has an account (REQ-PAT-04)', () => {
  it('explains each choice, in two sections with one button each', async () => {
    await open(async () => undefined)
    expect(await screen.findByRole('heading', { level: 1, name: 'Questo recapito ha già un account' })).toBeInTheDocument()
    expect(screen.getByText(/Centro di Milano ti ha invitato a MyConsent con il recapito ada@example\.org/)).toBeInTheDocument()
    const [stay, move] = ['Resto con il mio account', 'Passo a Centro di Milano'].map((name) => screen.getByRole('region', { name }))
    expect(stay).toHaveTextContent('La registrazione di Centro di Milano resta «invitata» e finisce 90 giorni dopo')
    expect(move).toHaveTextContent('La registrazione del centro che ti segue ora si chiude')
    expect(move).toHaveTextContent('Non si può annullare')
    const [one, other] = [stay, move].map((section) => within(section!).getByRole('button'))
    expect(one?.className).toBe(other?.className)
    expect(screen.queryByLabelText('Nuova password')).not.toBeInTheDocument()
  })

  it('staying leads to the sign-in and confirms that nothing has changed', async () => {
    const { user, answerInvitation } = await open(async () => serve({ user: null }))
    await user.click(await screen.findByRole('button', { name: 'Resto' }))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Il tuo account resta com’è')
    expect(answerInvitation).toHaveBeenCalledExactlyOnceWith(expect.anything(), { choice: 'stay' }, expect.anything())
    await user.click(screen.getByRole('button', { name: 'Ho capito' }))
    expect(await screen.findByRole('textbox', { name: 'E-mail o numero di cellulare' })).toBeInTheDocument()
  })

  it('moving requires a confirmation, then leads to the new password', async () => {
    const { invitedBy: _, ...answered } = invited
    const { user, answerInvitation } = await open(async () => serve({ user: answered }))
    const button = { name: 'Passo al nuovo centro' }
    await user.click(await screen.findByRole('button', button))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog).toHaveTextContent('Il centro che ti segue ora riceve un’e-mail')
    expect(answerInvitation).not.toHaveBeenCalled()
    await user.click(within(dialog).getByRole('button', button))
    expect(await screen.findByRole('heading', { level: 1, name: 'Scegli la tua password' })).toBeInTheDocument()
    expect(answerInvitation).toHaveBeenCalledExactlyOnceWith(expect.anything(), { choice: 'move' }, expect.anything())
  })

  it('without the confirmation nobody is moved', async () => {
    const { user, answerInvitation } = await open(async () => undefined)
    await user.click(await screen.findByRole('button', { name: 'Passo al nuovo centro' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Annulla' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Questo recapito ha già un account' })).toBeInTheDocument()
    expect(answerInvitation).not.toHaveBeenCalled()
  })
})
