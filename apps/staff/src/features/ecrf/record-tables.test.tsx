import type { Services } from '@registry/api-contract/services'
import type { PatientRecordView, RecordChoices } from '@registry/api-contract/ecrf'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { medicalRecord, openRecord } from './testing/record.ts'

const choices: RecordChoices = {
  chelating_drug: [
    { id: 'DFO_DFX', name: 'Deferoxamina e deferasirox', components: ['DFO', 'DFX'] },
    { id: 'NONE', name: 'Nessuna chelazione' },
  ],
}

const openForm = async (place: string, values: PatientRecordView['values']) => {
  const record = medicalRecord('RM01-1', values)
  const save = vi.fn<Services['ecrf']['save']>(async () => ({ record, conflicts: [], others: [], warnings: [] }))
  const ecrf = { choices: async () => choices, save }
  return { user: await openRecord(record, { place, ecrf }), save }
}
const findCell = (name: RegExp) => screen.findByRole('textbox', { name })

it('REQ-CRF-20: the laboratory has one row for each analyte, with its unit and usual range', async () => {
  await openForm('laboratory', { HB_LAST: 9.8 })
  const table = within(await screen.findByRole('table', { name: 'Esami di laboratorio' }))
  expect(table.getAllByRole('row')).toHaveLength(10)
  const row = table.getByRole('row', { name: /^Emoglobina g\/dL/ })
  expect(
    within(row)
      .getAllByRole('textbox')
      .map((input) => input.getAttribute('aria-label')),
  ).toEqual([
    'Emoglobina: ultimo valore (g/dL)',
    'Emoglobina: media (g/dL)',
    'Emoglobina: mediana (g/dL)',
    'Emoglobina: massimo (g/dL)',
    'Emoglobina: minimo (g/dL)',
    'Emoglobina (g/dL)',
  ])
  expect(row).toHaveTextContent('6–15')
})

it('REQ-CRF-20: arrows and Enter move between the cells, Tab goes to the next one, and a text keeps its arrows', async () => {
  const { user } = await openForm('laboratory', { HB_LAST: 9.8 })
  const last = await findCell(/^Emoglobina: ultimo valore/)
  await user.click(last)
  await user.keyboard('{ArrowDown}')
  expect(await findCell(/^Ferritina: ultimo valore/)).toHaveFocus()
  await user.keyboard('900{Enter}')
  expect(await findCell(/^ALT: ultimo valore/)).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  const ferritin = await findCell(/^Ferritina: ultimo valore/)
  expect(ferritin).toHaveFocus()
  expect(ferritin).toHaveValue('900')
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  expect(last).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(last).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  const mean = await findCell(/^Emoglobina: media \(/)
  expect(mean).toHaveFocus()
  await user.keyboard('12')
  await user.keyboard('{ArrowLeft}')
  expect(mean).toHaveFocus()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(last).toHaveFocus()
  await user.tab()
  expect(mean).toHaveFocus()
})

it('REQ-CRF-20: a column of a spreadsheet fills the cells below, and an ambiguous number stays as typed and marked', async () => {
  const { user, save } = await openForm('laboratory', {})
  await user.click(await findCell(/^Emoglobina: ultimo valore/))
  await user.paste('9,8\r\n1.200\r\n34\r\n')
  expect(await findCell(/^Emoglobina: ultimo valore/)).toHaveValue('9,8')
  const ferritin = await findCell(/^Ferritina: ultimo valore/)
  expect(ferritin).toHaveValue('1.200')
  expect(ferritin).toBeInvalid()
  expect(ferritin).toHaveAccessibleDescription(/^Ultimo valore: Il punto può separare le migliaia o i decimali: scrivi 1200 oppure 1,2/)
  expect(await findCell(/^ALT: ultimo valore/)).toHaveValue('34')
  expect(await screen.findByText('Incollati 3 valori.')).toBeVisible()
  await user.click(ferritin)
  await user.paste('1200')
  expect(ferritin, 'a single text is pasted at the cursor').toHaveValue('1.2001200')
  await user.clear(ferritin)
  await user.paste('1200')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(save.mock.calls[0]?.[1].changes).toEqual({ HB_LAST: 9.8, FERRITIN_LAST: 1200, ALT_LAST: 34 }))
})

it('REQ-CRF-20: a block that is larger than the table says how many values have no cell', async () => {
  const { user } = await openForm('laboratory', {})
  await user.click(await findCell(/^APP: minimo/))
  await user.paste('1\t2\t3\n4\t5\t6')
  expect(await findCell(/^APP$/)).toHaveValue('2')
  expect(await screen.findByText('Incollati 2 valori. 4 valori non entrano nella tabella.')).toBeVisible()
})

it('REQ-CRF-20: each chelator of the regimen has a row, and one with values outside it too', async () => {
  const { user } = await openForm('chelation', { ICT_TYPE: 'DFO_DFX', ICT_DFP_DOSAGE: 75 })
  const table = within(await screen.findByRole('table', { name: 'Chelanti in uso' }))
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Deferoxamina', 'Deferiprone', 'Deferasirox'])
  expect(table.getByRole('textbox', { name: 'Dose di deferiprone (mg/kg/giorno)' })).toHaveValue('75')
  await user.click(screen.getByRole('button', { name: '+ Aggiungi un chelante' }))
  expect(screen.getByRole('combobox', { name: 'Terapia ferrochelante' })).toHaveFocus()
})

it('REQ-CRF-20: an answer is Yes, No or unknown, and unknown takes the value away', async () => {
  const { user, save } = await openForm('complications', { DIABETES: true })
  const diabetes = await screen.findByRole('radiogroup', { name: 'Diabete' })
  const choose = (name: string) => within(diabetes).getByRole('radio', { name })
  expect(screen.getByText('Numero di complicanze:')).toHaveTextContent('Numero di complicanze: 1')
  await user.click(choose('Non noto'))
  expect(choose('Sì')).not.toBeChecked()
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(save.mock.calls[0]?.[1].changes).toEqual({ DIABETES: null }))
})

it('REQ-CRF-20: the warning of a save is at its cell, with the name of the column', async () => {
  const { user, save } = await openForm('laboratory', { HB_LAST: 9.8 })
  const record = medicalRecord('RM01-1', { HB_LAST: 19 })
  const warning = { field: 'HB_LAST', code: 'value_unusually_high', message: 'Valore insolitamente alto' }
  save.mockResolvedValueOnce({ record, conflicts: [], others: [], warnings: [warning] })
  const last = await findCell(/^Emoglobina: ultimo valore/)
  await user.clear(last)
  await user.type(last, '19{Control>}s{/Control}')
  expect(await screen.findByText('Ultimo valore: Valore insolitamente alto')).toBeVisible()
  expect(last).toHaveAccessibleDescription(/^Ultimo valore: Valore insolitamente alto/)
  expect(last.id).toBe('field-HB_LAST')
})

it('REQ-CRF-19: a cell shows its help below the table, is checked when it is left, and F1 opens its changes', async () => {
  const { user } = await openForm('laboratory', { HB: 9.8 })
  const last = await findCell(/^Emoglobina: ultimo valore/)
  await user.click(last)
  expect(last).toHaveAccessibleDescription(
    /^Emoglobina: ultimo valore Risultato più recente dell’anno Da 2 a 22 g\/dL, di solito da 6 a 15/,
  )
  await user.click(screen.getByRole('button', { name: 'Usa 9,8 g/dL (Emoglobina)' }))
  expect(last).toHaveValue('9,8')
  await user.clear(last)
  await user.type(last, '99{Enter}')
  expect(last).toBeInvalid()
  expect(last).toHaveAccessibleDescription(/^Ultimo valore: /)
  await user.keyboard('{F1}')
  expect(await screen.findByRole('dialog', { name: 'Informazioni: Ferritina: ultimo valore' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(await findCell(/^Ferritina: ultimo valore/)).toHaveFocus()
})
