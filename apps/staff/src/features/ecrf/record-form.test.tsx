import type { Services } from '@registry/api-contract/services'
import type { PatientRecordView, RecordChoices, RecordSignature } from '@registry/api-contract/ecrf'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { medicalRecord, openRecord } from './testing/record.ts'

const causes = [
  { id: '038.2', name: 'Setticemia pneumococcica' },
  { id: '282.62', name: 'Anemia falciforme con crisi' },
]

const openForm = async (place: string, record: PatientRecordView, choices: RecordChoices = {}, signatures: RecordSignature[] = []) => {
  const save = vi.fn<Services['ecrf']['save']>(async () => ({ record, conflicts: [], others: [], warnings: [] }))
  const ecrf = { choices: async () => choices, signatures: async () => ({ signatures }), save }
  return { user: await openRecord(record, { place, ecrf }), save }
}
const saveKeys = '{Control>}s{/Control}'

it('REQ-CRF-04: a save sends the changed fields only, and without a change shows a notice', async () => {
  const { user, save } = await openForm('misc', medicalRecord('RM01-1', { WEIGHT: 60, OTHER_THERAPIES: 'ferro' }), {}, [
    { year: 2026, by: 'ca@example.org', at: '2026-11-02T10:30:00.000Z', broken: false },
  ])
  await user.keyboard(saveKeys)
  expect(await screen.findByText('Nessun campo modificato')).toBeVisible()
  const therapies = await screen.findByRole('textbox', { name: /^Altre terapie/ })
  await user.clear(therapies)
  await user.type(await screen.findByRole('textbox', { name: /^Motivo della correzione/ }), 'errore di battitura')
  await user.keyboard(saveKeys)
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[1]).toEqual({
    code: 'RM01-1',
    version: '1.0.2',
    changes: { OTHER_THERAPIES: null },
    reason: 'errore di battitura',
  })
  expect(await screen.findByText('Dati salvati correttamente')).toBeVisible()
})

it('REQ-IMP-03: a number that can have two meanings stays as typed and is not saved', async () => {
  const { user, save } = await openForm('misc', medicalRecord('RM01-1', { WEIGHT: 60 }))
  const weight = await screen.findByRole('textbox', { name: /^Peso/ })
  await user.clear(weight)
  await user.type(weight, '1.200')
  await user.keyboard(saveKeys)
  expect(await screen.findAllByText(/scrivi 1200 oppure 1,2/)).not.toHaveLength(0)
  expect(weight).toHaveValue('1.200')
  expect(save).not.toHaveBeenCalled()
})

it('REQ-CRF-07: a record with personal data needs date of birth and sex', async () => {
  const record = { ...medicalRecord('RM01-1', { WEIGHT: 60 }), consents: { personal: true, medical: true } }
  const { user, save } = await openForm('misc', record)
  await user.type(await screen.findByRole('textbox', { name: /^Peso/ }), '1')
  await user.keyboard(saveKeys)
  expect(await screen.findByText('I campi DOB e SEX sono obbligatori')).toBeVisible()
  expect(save).not.toHaveBeenCalled()
})

it('REQ-CRF-06: an answer can be taken back, changes are undone one by one, and closing or leaving with one asks first', async () => {
  const { user } = await openForm('complications', medicalRecord('RM01-1', { DIABETES: true, STROKE: false }))
  const choose = (name: string) => within(screen.getByRole('radiogroup', { name: new RegExp(`^${name}`) }))
  await user.click(choose('Diabete').getByRole('radio', { name: 'Non noto' }))
  expect(choose('Diabete').getByRole('radio', { name: 'Sì' })).not.toBeChecked()
  await user.click(choose('Ictus').getByRole('radio', { name: 'Sì' }))
  await user.click(screen.getByRole('button', { name: 'Annulla l’ultima modifica' }))
  expect(choose('Ictus').getByRole('radio', { name: 'No' })).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Chiudi cartella' }))
  const question = await screen.findByRole('alertdialog', { name: 'Modifiche non salvate' })
  await user.click(within(question).getByRole('button', { name: 'Annulla' }))
  act(() => history.push('/ca_filtri'))
  const leaving = await screen.findByRole('alertdialog', { name: 'Modifiche non salvate' })
  expect(leaving).toHaveTextContent('Le modifiche restano in questo browser come bozza per 24 ore.')
  await user.click(within(leaving).getByRole('button', { name: 'Annulla' }))
  await user.click(screen.getByRole('button', { name: 'Annulla l’ultima modifica' }))
  await user.click(screen.getByRole('button', { name: 'Chiudi cartella' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Mini e-CRF' })).toBeVisible()
})

it('REQ-CRF-07: several causes of admission are found by code or by word', async () => {
  const { user, save } = await openForm('hospitalization', medicalRecord('RM01-1', { HOSPEDALIZATIONS: 1 }), { icd9: causes })
  const input = await screen.findByRole('combobox', { name: /^Cause/ })
  await user.type(input, 'falciforme')
  await user.click(await screen.findByRole('option', { name: '282.62 Anemia falciforme con crisi' }))
  await user.type(input, '038')
  await user.click(await screen.findByRole('option', { name: '038.2 Setticemia pneumococcica' }))
  await user.keyboard(saveKeys)
  await waitFor(() => expect(save.mock.calls[0]?.[1]).toMatchObject({ changes: { HOSPEDAL_CAUSES: ['282.62', '038.2'] } }))
})

it('REQ-CRF-02: after a save with an unusual value the bar leads to the field, also in a closed section', async () => {
  const { user, save } = await openForm('misc', medicalRecord('RM01-1', { WEIGHT: 60 }))
  const warning = { field: 'FIBR_STIFFNESS', code: 'warning_value_high', message: 'Valore insolitamente alto' }
  save.mockResolvedValueOnce({ record: medicalRecord('RM01-1', { WEIGHT: 61 }), conflicts: [], others: [], warnings: [warning] })
  await user.type(await screen.findByRole('textbox', { name: /^Peso/ }), '1')
  await user.keyboard(saveKeys)
  await user.click(await screen.findByRole('button', { name: '1 avviso' }))
  await user.click(screen.getByRole('link', { name: /^Rigidità epatica/ }))
  await expect.poll(() => document.activeElement?.id).toBe('field-FIBR_STIFFNESS')
})

it('REQ-CON-21: the record names the paper of another registry behind its consents', async () => {
  const paper = { signedOn: '2020-02-03', reference: 'RM-7', version: '2019-1' }
  await openForm('summary', { ...medicalRecord('RM01-1'), paperConsents: { medical: paper } })
  const summary = within(await screen.findByRole('region', { name: 'In sintesi' }))
  expect(summary.getByText('Dati clinici: modulo RM-7, testo 2019-1, firmato il 03/02/2020')).toBeInTheDocument()
})

it('REQ-OPS-03: the record shows since when mails to the patient are rejected permanently', async () => {
  const rejected = { ...medicalRecord('RM01-1'), mailRejectedAt: '2026-11-02T10:30:00.000Z' }
  await openForm('summary', rejected)
  const alerts = within(await screen.findByRole('region', { name: 'In sintesi' }))
  expect(alerts.getByText(/^Dal 02\/11\/2026.* le e-mail al paziente sono rifiutate: controlla l’indirizzo/)).toBeInTheDocument()
})

it('REQ-OPS-03: a record without such a rejection has no notice', async () => {
  await openForm('misc', medicalRecord('RM01-1'))
  expect(screen.queryByText(/le e-mail al paziente sono rifiutate/)).not.toBeInTheDocument()
})
