import type { PatientRecordView, ValueChange } from '@registry/api-contract/ecrf'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { fakeElementSizes } from '../saved-filters/testing/element-sizes.ts'

fakeElementSizes()

const record: PatientRecordView = {
  code: 'RM01-1',
  surname: null,
  name: null,
  consents: { personal: false, medical: true },
  withdrawn: false,
  version: '1.0.2',
  missing: {},
  values: { FERRITIN_LAST: 900, TT: 'REGULAR', TT_START: '2001-05-01' },
}
const change = (field: ValueChange['field'], at: string, value: string | number): ValueChange => ({
  field,
  old: null,
  new: value,
  at: `${at}T10:00:00.000Z`,
  actor: 'ca@example.org',
  via: 'form',
  reason: null,
})

const openTimeline = async (changes: ValueChange[]) => {
  serve({
    user: staffUser({ role: 'CenterAdmin', center: 'RM01' }),
    ecrf: {
      patients: async () => ({
        patients: [{ code: 'RM01-1', surname: null, name: null, personal: false, medical: true, withdrawn: false }],
        next: null,
      }),
      choices: async () => ({ svc_tt: [{ id: 'REGULAR', name: 'Regolare' }] }),
      read: async () => record,
      history: async () => ({ changes, more: false }),
    },
  })
  const user = await openAt('/ecrf')
  await user.click(await screen.findByRole('button', { name: /RM01-1/ }))
  await user.click(await screen.findByRole('button', { name: 'Mostra gli andamenti' }))
  return user
}

it('REQ-CRF-13: each value and each treatment over time is in a table', async () => {
  const user = await openTimeline([
    change('FERRITIN_LAST', '2026-02-01', 900),
    change('FERRITIN_LAST', '2025-02-01', 1200),
    change('TT', '2025-02-01', 'REGULAR'),
  ])
  await screen.findByText('Ferritina: ultimo valore (ng/mL)')
  for (const summary of screen.getAllByText('Mostra come tabella')) await user.click(summary)
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toEqual(expect.arrayContaining(['01/02/20251.200', '01/02/2026900', 'TrasfusioniRegolare01/05/2001in corso']))
  expect(rows.indexOf('01/02/20251.200')).toBeLessThan(rows.indexOf('01/02/2026900'))
})

it('REQ-CRF-13: says when there is nothing to draw', async () => {
  await openTimeline([])
  expect(await screen.findByText('Nessun andamento')).toBeVisible()
})
