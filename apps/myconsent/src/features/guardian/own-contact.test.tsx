import type { GuardianContact } from '@registry/api-contract/guardian'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { AppError, validationError } from '@registry/domain/error'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const patient = '0f8fad5b-d9cb-469f-a165-70867728950e'
const child = { patient, name: 'LEA VERDI', centre: 'Centro di Roma', accepted: true, mayAsk: true, request: null }
const isRight = ({ otp }: GuardianContact): boolean => otp === '123456'

/** A server that sends a code to a new contact, and saves it with the code 123456. */
const open = async () => {
  let contact = 'anna@example.org'
  const changeContact = vi.fn(async (_by: unknown, typed: GuardianContact) => {
    if (typed.otp === undefined)
      return { codeSent: { channel: typed.loginMode === 'Email' ? 'mail' : 'sms', againInSeconds: 0, validMinutes: 5 } as const }
    if (!isRight(typed)) throw validationError({ otp: { code: 'code_refused' } })
    contact = typed.email ?? typed.mobile ?? contact
    return { codeSent: null }
  })
  serve({
    session: { current: async () => ({ ...patientUser(), actingFor: patient, username: contact }) },
    user: { ...patientUser(), actingFor: patient, username: contact },
    guardian: { children: async () => [child], changeContact },
  })
  const user = await openAt('/figli')
  const section = within(await screen.findByRole('region', { name: 'Il tuo recapito' }))
  await user.click(section.getByRole('button', { name: 'Cambia il recapito' }))
  const type = async (name: string, text: string): Promise<void> => {
    await user.clear(section.getByRole('textbox', { name }))
    await user.type(section.getByRole('textbox', { name }), text)
  }
  const press = (name: string) => user.click(section.getByRole('button', { name }))
  const listCalls = () => changeContact.mock.calls.map(([, typed]) => typed)
  return { user, section, changeContact, type, press, listCalls }
}

describe('REQ-GRD-14: the sign-in contact of a guardian', () => {
  it('is saved with the code that was sent to the new e-mail; a wrong code can be corrected', async () => {
    const { section, type, press, listCalls } = await open()
    await type('E-mail', 'nuova@example.org')
    await press('Mandami il codice')
    expect(await section.findByText(/^Abbiamo mandato un codice per e-mail/)).toBeInTheDocument()
    await type('Codice', '000000')
    await press('Conferma')
    expect(await section.findByRole('alert')).toHaveTextContent('Codice non corretto')
    await type('Codice', '123456')
    await press('Conferma')
    expect(await section.findByText(/^Il nuovo recapito è salvato/)).toBeInTheDocument()
    expect(await section.findByText('Entri e ricevi i messaggi con nuova@example.org.')).toBeInTheDocument()
    expect(listCalls().at(-1)).toEqual({ loginMode: 'Email', email: 'nuova@example.org', otp: '123456' })
  })

  it('can be a mobile, with a code by SMS', async () => {
    const { user, section, type, press, listCalls } = await open()
    await user.click(section.getByRole('radio', { name: 'Cellulare' }))
    await type('Cellulare', '333 7654987')
    await press('Mandami il codice')
    expect(await section.findByText(/^Abbiamo mandato un codice per SMS/)).toBeInTheDocument()
    expect(listCalls()).toEqual([{ loginMode: 'Mobile', mobile: '333 7654987' }])
  })

  it('needs another code when another contact is typed', async () => {
    const { section, type, press, listCalls } = await open()
    await type('E-mail', 'nuova@example.org')
    await press('Mandami il codice')
    await section.findByRole('textbox', { name: 'Codice' })
    await type('E-mail', 'altra@example.org')
    expect(section.queryByRole('textbox', { name: 'Codice' })).toBeNull()
    await press('Mandami il codice')
    expect(await section.findByRole('textbox', { name: 'Codice' })).toHaveValue('')
    expect(listCalls()).toEqual(['nuova@example.org', 'altra@example.org'].map((email) => ({ loginMode: 'Email', email })))
  })

  it('is not sent without the code', async () => {
    const { section, type, press, listCalls } = await open()
    await type('E-mail', 'nuova@example.org')
    await press('Mandami il codice')
    await section.findByRole('textbox', { name: 'Codice' })
    await press('Conferma')
    expect(await section.findByRole('alert')).toHaveTextContent('Inserisci il codice')
    expect(listCalls()).toHaveLength(1)
  })

  it('shows at its field that another person uses it', async () => {
    const { section, changeContact, type, press } = await open()
    changeContact.mockRejectedValueOnce(validationError({ email: { code: 'contact_taken' } }))
    await type('E-mail', 'presa@example.org')
    await press('Mandami il codice')
    await section.findByRole('alert')
    expect(section.getByRole('textbox', { name: 'E-mail' })).toBeInvalid()
  })

  it('REQ-ACC-21: requires the password when the server does', async () => {
    const { user, section, changeContact, type, press, listCalls } = await open()
    changeContact.mockRejectedValueOnce(
      new AppError('reauthentication_required', undefined, { password: { code: 'reauthentication_required' } }),
    )
    await type('E-mail', 'nuova@example.org')
    await press('Mandami il codice')
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/password/i, { selector: 'input' }), 'giusta{Enter}')
    expect(await section.findByText(/^Abbiamo mandato un codice per e-mail/)).toBeInTheDocument()
    expect(listCalls().at(-1)).toEqual({ loginMode: 'Email', email: 'nuova@example.org', password: 'giusta' })
  })

  it('stays when the guardian cancels', async () => {
    const { section, type, press, listCalls } = await open()
    await type('E-mail', 'nuova@example.org')
    await press('Annulla')
    expect(section.getByText('Entri e ricevi i messaggi con anna@example.org.')).toBeInTheDocument()
    expect(section.queryByRole('textbox')).toBeNull()
    expect(listCalls()).toEqual([])
  })
})
