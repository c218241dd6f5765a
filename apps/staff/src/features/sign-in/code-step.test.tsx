import { AppError } from '@registry/domain/error'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../testing/render-app.ts'

const anna = staffUser({ role: 'UserAdmin', areaid: 'IT' })
const home = {
  staff: async () => ({ areas: [], tasks: [], patients: null, cohort: null, deletionRequests: [] }),
}
const staff = () => Promise.reject(new AppError('second_factor_required', undefined, { otp: { code: 'second_factor_required' } }))

describe('the code of the authenticator app', () => {
  const signIn = vi.fn(async (_by: unknown, { otp }: { otp: string }) => {
    if (otp === '000000') throw new AppError('second_factor_wrong', undefined, { otp: { code: 'second_factor_wrong' } })
    if (otp === '999999') throw new AppError('sign_in_stale')
    serve({ user: anna, home })
    return anna
  })
  const atCode = async () => {
    serve({ signIn: { staff }, secondFactor: { signIn } })
    const user = await openAt('/login')
    await user.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'anna@demo.example')
    await user.type(screen.getByLabelText('Password'), 'right{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: 'Codice dell’app' })).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'Codice dell’app' })).toHaveFocus()
    return user
  }
  beforeEach(() => void signIn.mockClear())

  it('follows the password and opens the home page', async () => {
    const user = await atCode()
    await user.keyboard('123 456{Enter}')
    expect(await screen.findByRole('heading', { name: 'Pagina principale' })).toBeInTheDocument()
  })

  it('has six digits before a request, and a wrong one can be corrected', async () => {
    const user = await atCode()
    await user.keyboard('123{Enter}')
    expect(screen.getByRole('alert')).toHaveTextContent('Scrivi le 6 cifre')
    expect(signIn).not.toHaveBeenCalled()
    await user.clear(screen.getByRole('textbox'))
    await user.type(screen.getByRole('textbox'), '000000{Enter}')
    expect(
      await screen.findByText('Codice non corretto o già usato. Aspetta il prossimo codice dell’app, poi riprova', { selector: 'a' }),
    ).toBeInTheDocument()
  })

  it('can be a recovery code instead', async () => {
    const user = await atCode()
    await user.click(screen.getByRole('button', { name: 'Non ho l’app con me' }))
    expect(screen.getByRole('textbox', { name: 'Codice di recupero' })).toHaveFocus()
    await user.keyboard('a222-2222-2222{Enter}')
    expect(await screen.findByRole('heading', { name: 'Pagina principale' })).toBeInTheDocument()
    expect(signIn).toHaveBeenCalledWith(expect.anything(), { otp: 'a222-2222-2222' }, expect.anything())
  })

  it('returns to the password with a message when time or attempts are used up', async () => {
    const user = await atCode()
    await user.keyboard('999999{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('inserisci di nuovo e-mail e password')
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('anna@demo.example')
    expect(screen.getByLabelText('Password')).toHaveValue('')
  })
})
