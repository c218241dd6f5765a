import type { Services } from '@registry/api-contract/services'
import type { PersonalData, PersonalDataChange } from '@registry/api-contract/personal-data'
import { AppError, validationError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { history } from '../../app/shell.ts'
import { servePrintedDocuments } from '../../testing/printed-documents.ts'
import { openAt } from '../../testing/render-app.ts'

const stored: PersonalData = {
  version: '1',
  name: 'MARIA',
  surname: 'ROSSI',
  dob: '1985-12-10',
  login_mode: 'Email',
  email: 'maria@example.org',
  mobile_prefix: null,
  mobile: null,
  telephone: null,
  legal_id: null,
  address_nation: 'IT',
  address_area: 'R08',
  address_town: 'Forlì',
  address_street: null,
  address_zip: null,
  lob_nation: null,
  lob_region: null,
  names: {
    address_nation: { trans_it: 'Italia', trans_en: 'Italy' },
    address_area: { trans_it: 'Emilia-Romagna', trans_en: 'Emilia-Romagna' },
  },
  shared: true,
}
const tables = {
  svc_nation: [
    { id: 'FR', trans_it: 'Francia', trans_en: 'France' },
    { id: 'IT', trans_it: 'Italia', trans_en: 'Italy' },
  ],
  svc_region: [
    { id: 'R04', trans_it: 'Trentino-Alto Adige', trans_en: 'Trentino-South Tyrol', nation: 'IT', selectable: false },
    { id: 'R08', trans_it: 'Emilia-Romagna', trans_en: 'Emilia-Romagna', nation: 'IT', selectable: true },
  ],
}
const codeSent = { channel: 'mail', againInSeconds: 0, validMinutes: 5 } as const

const open = async (
  address = '/pdati?vista=modifica',
  changed: Partial<Services['personalData']> = {},
  data = stored,
  language: Language = 'it',
) => {
  let current = data
  const save = vi.fn(async (_by: unknown, { values }: PersonalDataChange) => {
    current = { ...current, ...values, version: '2' }
    return { saved: current, codeSent: null }
  })
  serve({
    user: patientUser(),
    referenceTables: { rows: async (_by, { table }) => (table === 'svc_nation' ? tables.svc_nation : tables.svc_region) },
    personalData: {
      read: async () => current,
      save,
      verifyMobile: async (_by, { number }) => ({ country_code: '+39', national_number: number.replace(/^\+39/, '').replaceAll(' ', '') }),
      ...changed,
    },
  })
  const user = await openAt(address, language)
  await screen.findByRole('heading', { level: 1, name: language === 'it' ? 'I tuoi dati' : 'Your data' })
  await waitFor(() => expect(screen.queryByRole('status', { name: /^(Caricamento|Loading)$/ })).not.toBeInTheDocument())
  return { user, save }
}
const box = (name: string) => screen.getByRole('textbox', { name })
const list = (name: string) => screen.getByRole('combobox', { name })
const press = async (user: Awaited<ReturnType<typeof openAt>>, name: string) => user.click(await screen.findByRole('button', { name }))
const alertText = async () => (await screen.findByRole('alert')).textContent

describe('view mode', () => {
  it('shows every field with its label, and what is missing', async () => {
    await open('/pdati')
    const person = within(screen.getByRole('region', { name: 'Persona' }))
    expect(person.getByText('Data di nascita').parentElement).toHaveTextContent('10/12/1985')
    expect(person.getByText('Codice fiscale').parentElement).toHaveTextContent('Non indicato')
    const address = within(screen.getByRole('region', { name: 'Residenza' }))
    expect(address.getByText('Nazione di residenza').parentElement).toHaveTextContent('Italia')
    expect(address.getByText('Regione di residenza').parentElement).toHaveTextContent('Emilia-Romagna')
  })

  it('shows what the centre sees without the consent to personal data', async () => {
    await open('/pdati', {}, { ...stored, shared: false })
    expect(screen.getByText(/Non hai dato il consenso ai dati personali/)).toBeInTheDocument()
  })

  it('leads to the sign-in when the session is lost before a print, and back to the page later', async () => {
    const { user } = await open('/pdati')
    servePrintedDocuments('session required')
    serve({ session: { end: async () => undefined } })
    await press(user, 'Stampa')
    await waitFor(() => expect(history.location.pathname).toBe('/'))
    expect(decodeURIComponent(document.cookie)).toContain('next=/pdati')
  })

  it('is in English too', async () => {
    await open('/pdati', {}, stored, 'en')
    expect(screen.getByText('Country of residence').parentElement).toHaveTextContent('Italy')
    expect(screen.getByRole('button', { name: 'Print' })).toBeInTheDocument()
  })
})

describe('edit mode', () => {
  it('shows name, surname and date of birth disabled, and saves the other fields', async () => {
    const { user, save } = await open()
    for (const name of ['Cognome', 'Nome', 'Data di nascita']) expect(box(name)).toBeDisabled()
    await user.click(box('Telefono fisso'))
    await user.paste('06 1234567')
    await press(user, 'Modifica')
    expect(await screen.findByText('Dati aggiornati')).toBeInTheDocument()
    expect(save.mock.calls[0]?.[1]).toMatchObject({ version: '1', values: { telephone: '06 1234567', email: 'maria@example.org' } })
    expect(screen.getByText('Telefono fisso').parentElement).toHaveTextContent('06 1234567')
  })

  it.each([
    ['E-mail', 'Campo email obbligatorio'],
    ['Cellulare', 'Campo cellulare obbligatorio'],
  ])('the sign-in mode %s requires its contact', async (mode, message) => {
    const { user } = await open()
    await user.clear(box('E-mail'))
    if (mode === 'Cellulare') {
      await user.click(list('Modalità di accesso'))
      await user.click(await screen.findByRole('option', { name: mode }))
    }
    await press(user, 'Modifica')
    expect(await alertText()).toContain(message)
  })

  it('searches nations, and another nation than Italy empties and disables the region', async () => {
    const { user, save } = await open()
    const nation = list('Nazione di residenza')
    await user.clear(nation)
    await user.type(nation, 'fran')
    await user.click(await screen.findByRole('option', { name: 'Francia' }))
    expect(list('Regione di residenza')).toBeDisabled()
    await press(user, 'Modifica')
    await waitFor(() => expect(save.mock.calls[0]?.[1].values).toMatchObject({ address_nation: 'FR', address_area: null }))
  })

  it('offers no heading as a region', async () => {
    const { user } = await open()
    await user.click(list('Regione di residenza'))
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Emilia-Romagna'])
  })

  it('corrects the mobile, and saves when the button is pressed again', async () => {
    const { user, save } = await open()
    await user.click(box('Cellulare'))
    await user.paste('333 1234567')
    await press(user, 'Modifica')
    expect(await screen.findByText(/Abbiamo corretto il numero di cellulare/)).toBeInTheDocument()
    expect(box('Cellulare')).toHaveFocus()
    expect(box('Cellulare')).toHaveValue('3331234567')
    expect(box('Prefisso')).toHaveValue('+39')
    expect(save).not.toHaveBeenCalled()
    await press(user, 'Modifica')
    await press(user, 'Cambia i recapiti')
    await waitFor(() => expect(save.mock.calls[0]?.[1].values).toMatchObject({ mobile_prefix: '+39', mobile: '3331234567' }))
  })

  it('shows why a mobile is wrong', async () => {
    const { user } = await open(undefined, {
      verifyMobile: () => Promise.reject(new AppError('mobile_not_mobile', undefined, { number: { code: 'mobile_not_mobile' } })),
    })
    await user.click(box('Cellulare'))
    await user.paste('0612345678')
    await press(user, 'Modifica')
    expect(await alertText()).toContain('Numero di cellulare non corretto. Non è un numero di cellulare')
  })

  it('shows the errors of the server at the fields', async () => {
    const { user } = await open(undefined, { save: () => Promise.reject(validationError({ legal_id: { code: 'legal_id_wrong' } })) })
    await user.click(box('Codice fiscale'))
    await user.paste('X')
    await press(user, 'Modifica')
    expect(await alertText()).toContain('Codice fiscale non corretto')
    expect(box('Codice fiscale')).toBeInvalid()
  })

  it('keeps what was typed when another device saved first, names the fields, and saves when the button is pressed again', async () => {
    let current = stored
    const save = vi.fn(async (_by: unknown, { version, values }: PersonalDataChange) => {
      if (version !== current.version) throw new AppError('personal_data_changed')
      return { saved: { ...current, ...values }, codeSent: null }
    })
    const { user } = await open(undefined, { read: async () => current, save })
    await user.click(box('CAP'))
    await user.paste('47121')
    current = { ...stored, version: '7', address_town: 'Cesena' }
    await press(user, 'Modifica')
    expect(await alertText()).toContain('Questi dati sono cambiati dopo che li hai aperti')
    expect(screen.getByText('Comune di residenza: ora è «Cesena»')).toBeInTheDocument()
    expect(box('CAP')).toHaveValue('47121')
    await press(user, 'Modifica')
    expect(await screen.findByText('Dati aggiornati')).toBeInTheDocument()
  })
})

describe('a new sign-in contact', () => {
  const openChange = async () => {
    const save = vi.fn(async (_by: unknown, { otp, values }: PersonalDataChange) => {
      if (otp === undefined) return { saved: null, codeSent }
      if (otp !== '123456') throw validationError({ otp: { code: 'code_refused' } })
      return { saved: { ...stored, ...values }, codeSent: null }
    })
    const { user } = await open(undefined, { save })
    await user.clear(box('E-mail'))
    await user.paste('nuova@example.org')
    await press(user, 'Modifica')
    return { user, save }
  }

  it('is confirmed, then saved with the code; a wrong code can be corrected', async () => {
    const { user, save } = await openChange()
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Dal prossimo accesso devi usare i nuovi dati: nuova@example.org')
    await press(user, 'Cambia i recapiti')
    const dialog = within(await screen.findByRole('dialog', { name: 'Conferma il nuovo recapito' }))
    await user.type(dialog.getByRole('textbox', { name: 'Codice' }), '000000')
    await user.click(dialog.getByRole('button', { name: 'Conferma' }))
    expect(await dialog.findByText(/Codice non corretto/)).toBeInTheDocument()
    await user.clear(dialog.getByRole('textbox', { name: 'Codice' }))
    await user.type(dialog.getByRole('textbox', { name: 'Codice' }), '123456')
    await user.click(dialog.getByRole('button', { name: 'Conferma' }))
    expect(await screen.findByText('Dati aggiornati')).toBeInTheDocument()
    expect(save).toHaveBeenCalledTimes(3)
  })

  it('is checked before the question', async () => {
    const { user, save } = await open()
    await user.clear(box('E-mail'))
    await user.type(box('E-mail'), 'non-valida')
    await press(user, 'Modifica')
    expect(await alertText()).toContain('Indirizzo e-mail non corretto')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(save).not.toHaveBeenCalled()
  })

  it('is not sent when the person does not agree', async () => {
    const { user, save } = await openChange()
    await press(user, 'Annulla')
    expect(save).not.toHaveBeenCalled()
    expect(box('E-mail')).toHaveValue('nuova@example.org')
  })
})
