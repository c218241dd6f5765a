import { AppError } from '@registry/domain/error'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { nothingGiven } from '../../testing/consents.ts'
import { serve } from '../../testing/fake-server.ts'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../testing/render-app.ts'

type User = Awaited<ReturnType<typeof openAt>>
const sent = { channel: 'mail', againInSeconds: 60, validMinutes: 5 } as const
const home = { patient: async () => ({ uses: [], usesThisYear: 0, listReadsThisYear: 0 }) }

/** Serves a sign-in that sends codes and accepts this one. */
const acceptCode = (right: string): void =>
  serve({
    signIn: {
      requestCode: async () => sent,
      withCode: async (_by, { otp }) => {
        if (otp !== right) throw new AppError('code_refused')
        serve({ user: patientUser(), home, consents: { current: async () => nothingGiven } })
        return patientUser()
      },
    },
  })

const askCode = async (user: User, contact = 'p1@demo.example', password = 'segreta'): Promise<void> => {
  await user.type(await screen.findByRole('textbox', { name: 'E-mail o numero di cellulare' }), contact)
  if (password !== '') await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Richiedi il codice' }))
}
const codeField = () => screen.getByRole('textbox', { name: 'Codice' })

// The first test of this file: a page behind the sign-in loads texts that this page must not need.
it('shows English texts in English, before and after the sign-in', async () => {
  acceptCode('123456')
  const user = await openAt('/loginp', 'en')
  await user.click(await screen.findByRole('button', { name: 'Send me a code' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Check what you entered')
  expect(screen.getByRole('alert')).toHaveTextContent('Enter the password')
  await user.type(screen.getByRole('textbox', { name: 'E-mail or mobile number' }), 'p1@demo.example')
  await user.type(screen.getByLabelText('Password'), 'segreta')
  await user.click(screen.getByRole('button', { name: 'Send me a code' }))
  const code = screen.getByRole('textbox', { name: 'Code' })
  await waitFor(() => expect(code).toBeEnabled())
  await user.type(code, '123456')
  expect(await screen.findByRole('heading', { name: 'Hello, Maria' })).toBeInTheDocument()
})

describe('REQ-ACC-03: a pasted code', () => {
  it.each([
    ['Il codice è 123456', true],
    ['123 456', true],
    ['1234567', false],
    ['12/03/2026', false],
    ['123456 654321', false],
  ])('%j is sent: %s', async (text, isSent) => {
    acceptCode('123456')
    const user = await openAt('/loginp')
    await askCode(user)
    await waitFor(() => expect(codeField()).toBeEnabled())
    await user.click(codeField())
    await user.paste(text)
    if (isSent) expect(await screen.findByRole('heading', { name: 'Ciao, Maria' })).toBeInTheDocument()
    else {
      expect(codeField()).toHaveValue('')
      expect(codeField()).toHaveAccessibleDescription(/Il testo non contiene un codice di 6 cifre, o ne contiene più di uno/)
      expect(codeField()).toBeEnabled()
    }
  })
})

describe('requesting a code', () => {
  it.each([
    ['Inserisci il tuo indirizzo e-mail o il tuo numero di cellulare', ' ', 'segreta'],
    ['Indirizzo e-mail non corretto', 'a@b.i', 'segreta'],
    ['Numero di cellulare non corretto', '333123', 'segreta'],
    ['Numero di cellulare non corretto', '0612345678', 'segreta'],
    ['Inserisci la password', '3331234567', ''],
  ])('says: %s', async (message, contact, password) => {
    const user = await openAt('/loginp')
    await askCode(user, contact, password)
    expect(screen.getByRole('alert')).toHaveTextContent(message)
    expect(codeField()).toBeDisabled()
  })

  it('disables the code field and the sign-in button until a code was requested', async () => {
    acceptCode('123456')
    const user = await openAt('/loginp')
    expect(await screen.findByRole('textbox', { name: 'Codice' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Accedi' })).toBeDisabled()
    await askCode(user)
    expect(await screen.findByText(/Ti abbiamo mandato un codice per e-mail a/)).toHaveTextContent('p1@demo.example')
    expect(codeField()).toBeEnabled()
    expect(screen.getByRole('button', { name: 'Accedi' })).toBeEnabled()
    await waitFor(() => expect(codeField()).toHaveFocus())
  })

  it('requests the code when Enter is pressed in the password', async () => {
    acceptCode('123456')
    const user = await openAt('/loginp')
    await user.type(await screen.findByRole('textbox', { name: 'E-mail o numero di cellulare' }), 'p1@demo.example')
    await user.type(screen.getByLabelText('Password'), 'segreta{Enter}')
    expect(await screen.findByText(/Ti abbiamo mandato un codice per e-mail a/)).toBeInTheDocument()
  })

  it('counts down until the next request', async () => {
    acceptCode('123456')
    const user = await openAt('/loginp')
    await askCode(user)
    expect(await screen.findByRole('button', { name: /^Richiedi di nuovo \((60|59) s\)$/ })).toBeDisabled()
  })

  it('allows the next request immediately without a waiting time', async () => {
    const requestCode = vi.fn(async () => ({ ...sent, channel: 'sms', againInSeconds: 0 }) as const)
    serve({ signIn: { requestCode } })
    const user = await openAt('/loginp')
    await askCode(user, '+39 3330000005')
    await user.click(await screen.findByRole('button', { name: 'Richiedi di nuovo' }))
    await waitFor(() => expect(requestCode).toHaveBeenCalledTimes(2))
    expect(screen.getByText(/Ti abbiamo mandato un codice per SMS a/)).toHaveTextContent('+39 3330000005')
  })

  it('helps when nothing arrives', async () => {
    acceptCode('123456')
    const user = await openAt('/loginp')
    await askCode(user)
    expect(await screen.findByRole('heading', { name: 'Non arriva nulla?' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Cambia recapito' }))
    expect(screen.getByRole('textbox', { name: 'E-mail o numero di cellulare' })).toHaveValue('p1@demo.example')
  })

  it.each([
    ['Errore: Nome utente o password non corretti', new AppError('password_wrong')],
    ['Errore: Troppi tentativi. Riprova tra 40 secondi', new AppError('too_many_attempts', { seconds: 40 })],
  ])('explains why no code was sent: %s', async (message, error) => {
    serve({ signIn: { requestCode: () => Promise.reject(error) } })
    const user = await openAt('/loginp')
    await askCode(user)
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(codeField()).toBeDisabled()
  })
})

describe('signing in with the code', () => {
  it.each([
    ['Inserisci il codice che ti è stato inviato', ''],
    ['Codice non corretto', '12345'],
  ])('says: %s', async (message, code) => {
    acceptCode('123456')
    const user = await openAt('/loginp')
    await askCode(user)
    await waitFor(() => expect(codeField()).toBeEnabled())
    if (code !== '') await user.type(codeField(), code)
    await user.click(screen.getByRole('button', { name: 'Accedi' }))
    expect(screen.getByRole('alert')).toHaveTextContent(message)
  })

  it('shows the failed sign-in and clears the code', async () => {
    acceptCode('123456')
    const user = await openAt('/loginp')
    await askCode(user)
    await waitFor(() => expect(codeField()).toBeEnabled())
    await user.type(codeField(), '999999')
    expect(await screen.findByRole('alert')).toHaveTextContent('Accesso fallito: ')
    expect(codeField()).toHaveValue('')
    expect(codeField()).toBeInvalid()
    expect(codeField()).toHaveAccessibleDescription(/Accesso fallito: /)
  })

  it('opens the home page of the patient with the last digit of the code', async () => {
    acceptCode('123456')
    const user = await openAt('/loginp')
    await askCode(user)
    await waitFor(() => expect(codeField()).toBeEnabled())
    await user.type(codeField(), '123456')
    expect(await screen.findByRole('heading', { name: /^Ciao, M/ })).toBeInTheDocument()
  })

  it('accepts a pasted code with a space', async () => {
    acceptCode('123456')
    const user = await openAt('/loginp')
    await askCode(user)
    await waitFor(() => expect(codeField()).toBeEnabled())
    await user.click(codeField())
    await user.paste(' 123 456 ')
    expect(await screen.findByRole('heading', { name: /^Ciao, / })).toBeInTheDocument()
  })

  it('remembers the contact only, if chosen', async () => {
    acceptCode('123456')
    const user = await openAt('/loginp')
    await user.click(await screen.findByRole('checkbox', { name: /Ricorda/ }))
    await askCode(user)
    await waitFor(() => expect(codeField()).toBeEnabled())
    await user.type(codeField(), '123456')
    await screen.findByRole('heading', { name: /^Ciao, M/ })
    expect(Object.values(localStorage)).toEqual(expect.arrayContaining(['p1@demo.example']))
    expect(JSON.stringify(Object.entries(localStorage))).not.toMatch(/segreta|123456/)
  })
})
