import type { PatientAdded } from '@registry/api-contract/ecrf'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { listedPatient, medicalRecord, recordId } from './testing/record.ts'

const listed = [listedPatient('RM01-1'), listedPatient('RM01-2')]
const read = vi.fn(async ({ record }: { readonly record: string }) => medicalRecord(record === recordId('RM01-2') ? 'RM01-2' : 'RM01-1'))

let answers: Record<string, PromiseWithResolvers<void>>
beforeEach(() => {
  read.mockClear()
  answers = {}
})

/** Opens the list of patients. The answer to a search waits until the test releases it. */
const openPicker = async (warnings: PatientAdded['warnings'] = []) => {
  serve({
    user: staffUser({ role: 'CenterAdmin', center: 'RM01' }),
    ecrf: {
      patients: async (_caller, { search = '' }) => {
        answers[search] ??= Promise.withResolvers()
        if (search !== '') await answers[search].promise
        return { patients: listed.filter(({ code }) => code.includes(search)), next: null }
      },
      choices: async () => ({}),
      add: async () => ({ warnings }),
      open: async (_caller, query) => read(query),
      signatures: async () => ({ signatures: [] }),
    },
    discrepancies: { ofRecord: async () => [] },
  })
  const user = await openAt('/ecrf')
  await screen.findByRole('link', { name: /RM01-2/ })
  return user
}

it('REQ-CRF-06: Enter opens the patient of the typed code even before the server has found it', async () => {
  const user = await openPicker()
  await user.type(screen.getByRole('textbox', { name: 'Cerca un paziente' }), 'RM01-2{Enter}')
  expect(read).not.toHaveBeenCalled()
  for (const { resolve } of Object.values(answers)) resolve()
  expect(await screen.findByRole('heading', { level: 1, name: 'ROSSI ADA RM01-2' })).toBeInTheDocument()
  expect(new Set(read.mock.calls.map(([{ record }]) => record))).toEqual(new Set([recordId('RM01-2')]))
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
