import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const good = 'sette gatti sotto il portico'
const invited = { ...patientUser(), name: '', surname: '', passwordExpired: true }

it('greets an invited person, names the centre and the steps, then asks only for the code (REQ-PAT-08)', async () => {
  const requestCode = vi.fn(async () => ({ channel: 'mail', againInSeconds: 60, validMinutes: 5 }) as const)
  const withCode = vi.fn(async (_by: unknown, _answer: unknown) => patientUser())
  serve({
    user: { ...invited, registeredBy: 'Centro di Roma' },
    signIn: { changePassword: async () => serve({ signIn: { requestCode, withCode } }) },
  })
  const user = await openAt('/changepasswd')
  expect(await screen.findByRole('heading', { level: 1, name: 'Ti diamo il benvenuto in MyConsent' })).toBeInTheDocument()
  expect(screen.getByText(/^Il tuo centro, Centro di Roma, partecipa a un registro di ricerca e ti invita/)).toBeInTheDocument()
  expect(within(screen.getByRole('main')).getByRole('button', { name: 'English' })).toBeInTheDocument()
  expect(within(screen.getByRole('main')).getAllByRole('listitem')[1]).toHaveTextContent(
    'Ti mandiamo un codice per entrare, a p1@demo.example.',
  )
  await user.type(screen.getByLabelText('La tua password'), good)
  await user.type(screen.getByLabelText('Scrivila di nuovo'), good)
  await user.click(screen.getByRole('button', { name: 'Scegli questa password' }))

  const code = await screen.findByRole('textbox', { name: 'Codice' })
  expect(await screen.findByText('Password modificata')).toBeInTheDocument()
  expect(screen.getByText('p1@demo.example')).toBeInTheDocument()
  expect(requestCode).toHaveBeenCalledExactlyOnceWith(expect.anything(), { username: 'p1@demo.example', password: good }, expect.anything())
  await user.type(code, '123456')
  await expect
    .poll(() => withCode.mock.calls)
    .toEqual([[expect.anything(), { username: 'p1@demo.example', otp: '123456' }, expect.anything()]])
})

it('REQ-GRD-01: greets a guardian, and says for whom they answer without a name', async () => {
  serve({ user: { ...invited, actingFor: null, registeredBy: 'Centro di Roma' } })
  await openAt('/changepasswd')
  expect(await screen.findByRole('heading', { level: 1, name: 'Ti diamo il benvenuto in MyConsent' })).toBeInTheDocument()
  expect(screen.getByText(/^Centro di Roma partecipa a un registro di ricerca e ti ha indicato come genitore/)).toBeInTheDocument()
})

it('a forgotten password is chosen without a greeting, and leads to the code too', async () => {
  const requestCode = vi.fn(async () => ({ channel: 'sms', againInSeconds: 60, validMinutes: 5 }) as const)
  serve({ user: invited, signIn: { changePassword: async () => serve({ signIn: { requestCode } }) } })
  const user = await openAt('/changepasswd')
  expect(await screen.findByRole('heading', { level: 1, name: 'Scegli la tua password' })).toBeInTheDocument()
  await user.type(screen.getByLabelText('Nuova password'), good)
  await user.type(screen.getByLabelText('Conferma la nuova password'), good)
  await user.click(screen.getByRole('button', { name: 'Cambia password' }))
  expect(await screen.findByText(/Ti abbiamo mandato un codice per SMS/)).toBeInTheDocument()
})
