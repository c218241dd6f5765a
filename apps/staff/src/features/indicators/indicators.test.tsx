import type { CentreIndicators } from '@registry/api-contract/indicators'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { fakeElementSizes } from '../saved-filters/testing/element-sizes.ts'

fakeElementSizes()

const share = { counted: 30, total: 40, network: 80 }
const figures: CentreIndicators = {
  checkedOn: '2026-03-01',
  completeness: [{ section: 'Laboratory', share }],
  overdue: [{ field: 'FERRITIN_LAST', months: 3, share: { counted: 3, total: 40, network: null } }],
  discrepancies: { counted: 2, total: 40, network: null },
  corrections: { counted: 1, total: 40, network: null },
  consents: [{ step: 'medical', share }],
  uploads: [{ at: '2026-02-28T10:00:00Z', command: 'putMedicalData', actor: 'center RM01', ok: 12, ko: 1 }],
}
const open = async (read: CentreIndicators) => {
  serve({ user: staffUser({ role: 'CenterAdmin', center: 'RM01' }), indicators: { read: async () => read } })
  return openAt('/ca_indicatori')
}

it('REQ-CRF-12: each share has a table with numbers, percent and the median of the network', async () => {
  const user = await open(figures)
  await screen.findByText('Campi essenziali compilati, per sezione')
  for (const summary of screen.getAllByText('Mostra come tabella')) await user.click(summary)
  expect(screen.getByRole('row', { name: /^Laboratorio 30 di 40.* 75% 80%$/ })).toBeVisible()
  expect(screen.getByText('Più basso è meglio')).toBeVisible()
  expect(screen.getByRole('link', { name: '2 di 40: pazienti, Con segnalazioni aperte' })).toHaveAttribute(
    'href',
    '/ecrf?tasks=discrepancies',
  )
  expect(screen.getByRole('heading', { level: 2, name: 'Ultimi caricamenti' }).className).not.toBe('')
  expect(screen.getByRole('row', { name: /oltre 3 mesi 3 di 40.* 8% non mostrata/ })).toBeVisible()
  expect(screen.getByRole('link', { name: /^3 di 40: pazienti, Ferritina/ })).toHaveAttribute('href', '/ecrf?tasks=overdue-ferritin')
  expect(screen.getByRole('row', { name: /programma del centro dati clinici 12 1/ })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Apri le segnalazioni del centro' })).toHaveAttribute('href', '/ca_segnalazioni')
})

it('REQ-CRF-12: explains why there are no indicators before the first check', async () => {
  await open({ ...figures, checkedOn: null })
  expect(await screen.findByText('Gli indicatori si calcolano dopo il primo controllo delle cartelle.')).toBeVisible()
})
