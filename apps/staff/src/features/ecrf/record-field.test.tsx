import type { CentreQuery, Discrepancy } from '@registry/api-contract/discrepancies'
import type { PatientRecordView, RecordChoices } from '@registry/api-contract/ecrf'
import type { Services } from '@registry/api-contract/services'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { medicalRecord, openRecord, recordId } from './testing/record.ts'

const choices: RecordChoices = {
  chelating_drug: [
    { id: 'NONE', name: 'Nessun chelante', components: [] },
    { id: 'DFO', name: 'Deferoxamina', components: ['DFO'] },
    { id: 'DFX', name: 'Deferasirox', components: ['DFX'] },
  ],
}
const savesNothing = () =>
  vi.fn<Services['ecrf']['save']>(async () => ({ record: medicalRecord('RM01-1'), conflicts: [], others: [], warnings: [] }))
const open = async (place: string, values: PatientRecordView['values'], ecrf: Partial<Services['ecrf']> = {}) => {
  const save = savesNothing()
  return { save, user: await openRecord(medicalRecord('RM01-1', values), { place, ecrf: { choices: async () => choices, save, ...ecrf } }) }
}
const answer = (name: string) => within(screen.getByRole('radiogroup', { name: new RegExp(`^${name}`) }))

it('REQ-CRF-18: a field appears with the one that it depends on, and is away without values', async () => {
  const { user } = await open('surgery', {})
  const transplant = await screen.findByRole('radiogroup', { name: /^Trapianto/ })
  expect(screen.queryByRole('textbox', { name: 'Data del trapianto' })).toBeNull()
  await user.click(within(transplant).getByRole('radio', { name: 'Sì' }))
  expect(screen.getByRole('textbox', { name: 'Data del trapianto' })).toBeVisible()
  await user.click(within(transplant).getByRole('radio', { name: 'No' }))
  expect(screen.queryByRole('textbox', { name: 'Data del trapianto' })).toBeNull()
})

it('REQ-CRF-18: a change that would hide values asks once, naming them, and clears them with the change', async () => {
  const { user, save } = await open('surgery', { BMT: true, BMT_DATE: '2019-02-03', BMT_NOTE: 'fratello' })
  await screen.findByRole('textbox', { name: 'Data del trapianto' })
  await user.click(answer('Trapianto').getByRole('radio', { name: 'No' }))
  const question = await screen.findByRole('alertdialog', { name: 'Svuotare i campi che non si applicano più?' })
  expect(question).toHaveTextContent('Data del trapianto: 03/02/2019 Note sul trapianto: fratello')
  await user.click(within(question).getByRole('button', { name: 'Annulla' }))
  expect(answer('Trapianto').getByRole('radio', { name: 'Sì' })).toBeChecked()
  await user.click(answer('Trapianto').getByRole('radio', { name: 'No' }))
  await user.click(await screen.findByRole('button', { name: 'Cambia e svuota' }))
  expect(screen.queryByRole('textbox', { name: 'Data del trapianto' })).toBeNull()
  await user.keyboard('{Control>}s{/Control}')
  await expect.poll(() => save.mock.calls[0]?.[1].changes).toEqual({ BMT: false, BMT_DATE: null, BMT_NOTE: null })
})

it('REQ-CRF-18: the dose of a drug is there with its regimen only, and a No asks nothing', async () => {
  const { user } = await open('chelation', { ICT_TYPE: 'DFO', ICT_ONGOING: false })
  expect(await screen.findByRole('textbox', { name: /^Dose di deferoxamina/ })).toBeVisible()
  expect(screen.queryByRole('textbox', { name: /^Dose di deferasirox/ })).toBeNull()
  await user.click(screen.getByRole('combobox', { name: 'Terapia ferrochelante' }))
  await user.click(await screen.findByRole('option', { name: 'Nessun chelante' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('textbox', { name: /^Dose di deferoxamina/ })).toBeNull()
})

it('REQ-CRF-18: a value stays in view where it does not apply, so that no save fails at a hidden field', async () => {
  await open('surgery', { BMT: false, BMT_NOTE: 'fratello' })
  expect(await screen.findByRole('textbox', { name: 'Note sul trapianto' })).toHaveValue('fratello')
})

it('REQ-CRF-18: a link to a field shows it where it does not apply', async () => {
  await open('field-BMT_DATE', {})
  await expect.poll(() => document.activeElement?.id).toBe('field-BMT_DATE')
})

it('REQ-CRF-19: leaving a field checks it with the limits and rules of a save', async () => {
  const { user, save } = await open('laboratory', { HB_MIN: 8, HB_MAX: 10 })
  const last = await screen.findByRole('textbox', { name: /^Emoglobina: ultimo valore/ })
  await user.type(last, '95')
  expect(last).toBeValid()
  await user.tab()
  expect(last).toBeInvalid()
  expect(last).toHaveAccessibleDescription(/il massimo è 22/)
  await user.clear(last)
  await user.type(last, '11')
  await user.tab()
  expect(last).toHaveAccessibleDescription(/Il valore/)
  expect(last).toBeInvalid()
  await user.clear(last)
  await user.type(last, '9')
  await user.tab()
  expect(last).toBeValid()
  expect(save).not.toHaveBeenCalled()
})

it('REQ-CRF-19: a field shows its range, and with the focus its stored value and the one before', async () => {
  const change = { field: 'HB_LAST', actor: 'ca@example.org', source: 'file', reason: null } as const
  const changes = [
    { ...change, old: 9.1, new: 9.4, at: '2026-11-12T10:00:00.000Z' },
    { ...change, old: null, new: 9.1, at: '2026-08-04T10:00:00.000Z' },
  ]
  const history = vi.fn<Services['ecrf']['history']>(async () => ({ changes }))
  const { user } = await open('laboratory', { HB_LAST: 9.4 }, { history })
  const last = await screen.findByRole('textbox', { name: /^Emoglobina: ultimo valore/ })
  expect(history).not.toHaveBeenCalled()
  await user.click(last)
  expect(last).toHaveAccessibleDescription(/Da 2 a 22 g\/dL, di solito da 6 a 15/)
  expect(await screen.findByText('Registrato: 9,4 g/dL, 12/11/2026. Prima: 9,1 g/dL')).toBeInTheDocument()
  expect(last).toHaveAccessibleDescription(/Registrato: 9,4/)
})

it('REQ-CRF-19: the last value is proposed from the value of the visit, and entered only when accepted', async () => {
  const { user, save } = await open('laboratory', { HB: 9.4 })
  await user.click(await screen.findByRole('textbox', { name: /^Emoglobina: ultimo valore/ }))
  await user.click(await screen.findByRole('button', { name: 'Usa 9,4 g/dL (Emoglobina)' }))
  expect(screen.getByRole('textbox', { name: /^Emoglobina: ultimo valore/ })).toHaveValue('9,4')
  expect(screen.queryByRole('button', { name: /^Usa 9,4/ })).toBeNull()
  await user.keyboard('{Control>}s{/Control}')
  await expect.poll(() => save.mock.calls[0]?.[1].changes).toEqual({ HB_LAST: 9.4 })
})

const unusual: Discrepancy = {
  id: 7,
  record: recordId('RM01-1'),
  code: 'RM01-1',
  checkKey: 'LIMIT.WEIGHT.high',
  rule: null,
  severity: 'warning',
  fields: ['WEIGHT'],
  message: 'Valore insolitamente alto, sopra 120: verifica che sia corretto',
  state: 'open',
  values: [{ field: 'WEIGHT', text: '151 kg', previous: null }],
  openedAt: '2026-11-12',
  correctedAt: null,
  answer: null,
  closed: null,
}

it('REQ-CRF-23: the panel of a field asks the DataManagers, and shows question and reply', async () => {
  const query: CentreQuery = {
    id: 5,
    centre: { code: 'RM01', name: 'Roma' },
    check: null,
    field: 'WEIGHT',
    patient: { record: recordId('RM01-1'), code: 'RM01-1' },
    state: 'answered',
    question: { text: 'Con o senza gesso?', by: 'ca@example.org', at: '2026-11-12T10:00:00.000Z' },
    reply: { text: 'Senza', by: 'dm@example.org', at: '2026-11-13T10:00:00.000Z' },
    closed: null,
  }
  const askManagers = vi.fn<Services['discrepancies']['askManagers']>().mockResolvedValue()
  const user = await openRecord(medicalRecord('RM01-1', { WEIGHT: 151 }), { place: 'misc', queries: [query], askManagers })
  await user.click(await screen.findByRole('button', { name: '1 domanda: Peso' }))
  const panel = await screen.findByRole('dialog', { name: 'Informazioni: Peso' })
  expect(panel).toHaveTextContent(/Con risposta.*Con o senza gesso\?.*Risposta: Senza.*dm@example\.org/)
  await user.click(within(panel).getByRole('button', { name: 'Chiedi ai responsabili dei dati…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Chiedi ai responsabili dei dati: Peso' })
  expect(dialog).toHaveTextContent('Non scrivere nomi o codici di pazienti.')
  await user.type(within(dialog).getByRole('textbox', { name: 'Domanda' }), 'Vale il peso secco?')
  await user.click(within(dialog).getByRole('button', { name: 'Invia la domanda' }))
  await expect
    .poll(() => askManagers.mock.calls[0]?.[1])
    .toEqual({ record: recordId('RM01-1'), field: 'WEIGHT', question: 'Vale il peso secco?' })
})

it('REQ-CRF-19: the panel at a field has its discrepancies and last changes, opens with F1 and closes with Esc', async () => {
  const record = medicalRecord('RM01-1', { WEIGHT: 151 })
  const user = await openRecord(record, { place: 'misc', discrepancies: [unusual] })
  expect(await screen.findByRole('button', { name: '1 segnalazione: Peso' })).toBeVisible()
  const weight = screen.getByRole('textbox', { name: /^Peso/ })
  await user.click(weight)
  await user.keyboard('{F1}')
  const panel = await screen.findByRole('dialog', { name: 'Informazioni: Peso' })
  expect(panel).toHaveTextContent(unusual.message)
  expect(await within(panel).findByText('Nessun cambiamento registrato')).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog', { name: 'Informazioni: Peso' })).toBeNull()
  expect(weight).toHaveFocus()
  await user.click(screen.getByRole('button', { name: '1 segnalazione: Peso' }))
  await user.click(await screen.findByRole('button', { name: 'È corretto…' }))
  expect(await screen.findByRole('dialog', { name: 'Confermi che il valore è corretto?' })).toHaveTextContent(unusual.message)
})
