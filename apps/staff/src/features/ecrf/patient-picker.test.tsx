import type { ListedPatient, PatientAdded } from '@registry/api-contract/ecrf'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { listedPatient, medicalRecord, recordId, workCounts } from './testing/record.ts'

let listed: ListedPatient[]
const read = vi.fn(async ({ record }: { readonly record: string }) => medicalRecord(record === recordId('RM01-2') ? 'RM01-2' : 'RM01-1'))

let answers: Record<string, PromiseWithResolvers<void>>
beforeEach(() => {
  listed = [listedPatient('RM01-1'), listedPatient('RM01-2')]
  read.mockClear()
  asked.mockClear()
  answers = {}
})

const asked = vi.fn()
/** Opens the list of patients. The answer to a search waits until the test releases it. */
const openPicker = async (warnings: PatientAdded['warnings'] = [], address = '/ecrf') => {
  serve({
    user: staffUser({ role: 'CenterAdmin', center: 'RM01' }),
    ecrf: {
      patients: async (_caller, { search = '', ...rest }) => {
        asked(rest)
        answers[search] ??= Promise.withResolvers()
        if (search !== '') await answers[search].promise
        return { patients: listed.filter(({ code }) => code.includes(search)), next: null, count: 2 }
      },
      workCounts: async () => workCounts(2, { signature: 1, mri: 2, alerts: 12, 'overdue-ferritin': 7 }),
      choices: async () => ({ svc_fenotype: [{ id: 'TDT', name: 'Talassemia trasfusione-dipendente' }] }),
      add: async () => ({ warnings }),
      open: async (_caller, query) => read(query),
      signatures: async () => ({ signatures: [] }),
    },
    discrepancies: { ofRecord: async () => [], queries: async () => [] },
    corrections: { open: async () => [] },
  })
  const user = await openAt(address)
  await screen.findByRole('link', { name: /RM01-2/ })
  return user
}

it('REQ-CRF-06: Enter opens the patient of the typed code even before the server has found it', async () => {
  const user = await openPicker()
  await user.type(screen.getByRole('textbox', { name: 'Cerca un paziente' }), 'RM01-2{Enter}')
  expect(read).not.toHaveBeenCalled()
  for (const { resolve } of Object.values(answers)) resolve()
  expect(await screen.findByRole('heading', { level: 1, name: 'ROSSI ADA RM01-2' })).toBeInTheDocument()
  expect(read.mock.calls.map(([{ record }]) => record)).toEqual([recordId('RM01-2')])
})

it('REQ-PAT-05: after a registration it shows what to check', async () => {
  const message = 'Il centro ha già un paziente con il codice RM01-9'
  const user = await openPicker([{ field: 'code', code: 'import_code_case', message }])
  await user.click(screen.getByRole('button', { name: 'Nuovo paziente' }))
  await user.type(screen.getByRole('textbox', { name: /^Codice del paziente/ }), 'rm01-9')
  await user.type(screen.getByRole('textbox', { name: /^Cognome/ }), 'Rossi')
  await user.type(screen.getByRole('textbox', { name: /^Nome/ }), 'Ada')
  await user.type(screen.getByRole('textbox', { name: /^E-mail/ }), 'ada@example.org')
  await user.click(screen.getByRole('button', { name: 'Registra e invita' }))
  expect(await screen.findByText('Paziente registrato')).toBeInTheDocument()
  expect(screen.getByText(message)).toBeInTheDocument()
})

it('opens nobody when the text changes after Enter', async () => {
  const user = await openPicker()
  await user.type(screen.getByRole('textbox', { name: 'Cerca un paziente' }), 'RM01-2{Enter}{Backspace}')
  for (const { resolve } of Object.values(answers)) resolve()
  expect(await screen.findByRole('link', { name: /RM01-1/ })).toBeInTheDocument()
  expect(read).not.toHaveBeenCalled()
})

it('REQ-CRF-21: a row says what is to do, and that a value is hidden without consent', async () => {
  await openPicker()
  const row = screen.getByRole('row', { name: /RM01-1/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'ROSSI ADA',
    '',
    '',
    'TDT',
    '10/01/2026',
    '40 %',
    '2',
    '1.376',
    'mai',
    '—',
    'solo clinici',
  ])
  expect(within(cells[1]!).getByRole('img', { name: 'senza consenso' })).toBeInTheDocument()
  expect(within(row).getByRole('link')).toHaveAttribute('href', `/ecrf/${recordId('RM01-1')}`)
})

it('REQ-CRF-21: each task has the number of its patients in the centre', async () => {
  const user = await openPicker()
  expect(await screen.findByRole('button', { name: 'Con avvisi 12' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Con segnalazioni 0' }))
  await expect.poll(() => asked.mock.lastCall).toMatchObject([{ tasks: ['discrepancies'] }])
  await user.click(screen.getByRole('button', { name: 'Senza recapito 0' }))
  await expect.poll(() => asked.mock.lastCall).toMatchObject([{ tasks: ['discrepancies', 'unreachable'] }])
})

it('REQ-CRF-12: shows the patients with one value to measure again, next to the other tasks', async () => {
  const user = await openPicker([], '/ecrf?tasks=mri%2Coverdue-lic')
  const values = screen.getByRole('combobox', { name: 'Valori da ripetere' })
  expect(asked.mock.lastCall).toMatchObject([{ tasks: ['mri', 'overdue-lic'] }])
  await user.selectOptions(values, await within(values).findByRole('option', { name: /^Ferritina.*: oltre 3 mesi \(7\)$/ }))
  await expect.poll(() => asked.mock.lastCall).toMatchObject([{ tasks: ['mri', 'overdue-ferritin'] }])
  await user.selectOptions(values, 'Valori da ripetere')
  await expect.poll(() => history.location.search).toBe('?tasks=mri')
})

it.each([
  [['no-mri'], null, 'mai', true],
  [[], null, 'mai', false],
  [['no-mri'], '2020-01-10', /mesi fa$/, true],
  [[], '2020-01-10', /mesi fa$/, false],
] as const)('REQ-CRF-09: with the alerts %j and an MRI on %s it marks “%s”: %s', async (alerts, mri, text, isMarked) => {
  listed[0] = { ...listedPatient('RM01-1'), alerts: [...alerts], mri }
  await openPicker()
  const cell = within(screen.getByRole('row', { name: /RM01-1/ })).getByText(text)
  expect(cell.hasAttribute('data-due')).toBe(isMarked)
})

it('REQ-CRF-09: a row names the alerts of its record', async () => {
  listed[0] = { ...listedPatient('RM01-1'), alerts: ['cardiac-iron', 'asplenia', 'no-mri'] }
  await openPicker()
  const row = screen.getByRole('row', { name: /RM01-1/ })
  const name = 'Avvisi: T2* cardiaco sotto 10 ms; Milza asportata: rischio di infezioni'
  expect(within(row).getByRole('img', { name })).toBeInTheDocument()
})

it('REQ-CRF-21: order and filters are in the address, and a search is not', async () => {
  const user = await openPicker()
  await user.click(screen.getByRole('button', { name: 'Ferritina' }))
  await user.click(await screen.findByRole('button', { name: /^Ferritina/ }))
  await user.click(screen.getByRole('button', { name: /^Senza RM da 24 mesi/ }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Fenotipo' }), 'TDT')
  await user.type(screen.getByRole('textbox', { name: 'Cerca un paziente' }), 'ROSSI')
  const order = { column: 'ferritin', descending: true }
  await expect.poll(() => asked.mock.lastCall).toMatchObject([{ order, phenotype: 'TDT', tasks: ['mri'] }])
  expect(history.location.search).toBe('?sort=-ferritin&phenotype=TDT&tasks=mri')
  await user.click(screen.getByRole('button', { name: /^Senza RM da 24 mesi/ }))
  await expect.poll(() => history.location.search).toBe('?sort=-ferritin&phenotype=TDT')
})

it('REQ-CRF-21: a link shows the list that its address describes', async () => {
  await openPicker([], '/ecrf?sort=-age&tasks=signature%2Cunknown&phenotype=rossi%20ada')
  expect(asked.mock.lastCall).toMatchObject([{ order: { column: 'age', descending: true }, tasks: ['signature'] }])
  expect(asked.mock.lastCall).not.toHaveProperty('0.phenotype')
  expect(screen.getByRole('columnheader', { name: /^Età/ })).toHaveAttribute('aria-sort', 'descending')
})
