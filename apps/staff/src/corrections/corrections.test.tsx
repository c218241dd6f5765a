import type { OpenCorrection } from '@registry/api-contract/corrections'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { AppError } from '@registry/domain/error'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { medicalRecord, openRecord, recordId } from '../features/ecrf/testing/record.ts'
import { serve } from '../testing/fake-server.ts'
import { openAt } from '../testing/render-app.ts'

const correction: OpenCorrection = {
  id: 4,
  record: recordId('RM01-1'),
  code: 'RM01-1',
  name: 'ADA',
  surname: 'BIANCHI',
  field: 'WEIGHT',
  label: 'Peso',
  shownValue: '60 kg',
  text: 'Peso 65 chili',
  askedAt: '2026-10-01T10:00:00Z',
  byGuardian: false,
  currentValue: '61 kg',
  overdue: true,
}
const tasks = [{ task: 'corrections to answer' as const, count: 1, oldest: '2026-10-01T10:00:00Z' }]

describe('REQ-PAT-27: the patients’ requests for correction', () => {
  it('wait on the main page, open on request, and go when they are answered', async () => {
    let open = [correction]
    const answers: unknown[] = []
    serve({
      user: staffUser({ role: 'CenterAdmin', center: 'RM01' }),
      home: {
        staff: async () => ({ areas: [], tasks: open.length > 0 ? tasks : [], patients: null, cohort: null, deletionRequests: [] }),
      },
      corrections: {
        open: async () => open,
        answer: async (_by, { id, state, text }) => {
          answers.push({ id, state, text })
          if (text === 'tardi') throw new AppError('correction_closed')
          open = []
        },
      },
    })
    const user = await openAt('/uhome')
    expect(await screen.findByRole('link', { name: /Richieste di correzione dei pazienti/ })).toHaveAttribute('href', '#corrections')
    const part = within(screen.getByRole('region', { name: 'Richieste di correzione dei pazienti' }))
    await user.click(part.getByRole('button', { name: 'Apri le richieste' }))
    expect(await part.findByText('Il paziente leggeva: 60 kg')).toBeVisible()
    expect(part.getByText('Adesso la cartella ha: 61 kg')).toBeVisible()
    expect(part.getByRole('link', { name: /RM01-1 .*: Peso/ })).toHaveAttribute('href', `/ecrf/${recordId('RM01-1')}#field-WEIGHT`)
    expect(part.getByText('Da più di 30 giorni: 01/10/2026')).toBeVisible()
    expect(part.getByRole('button', { name: 'Ho corretto il valore' })).toBeDisabled()
    const text = part.getByRole('textbox', { name: 'Risposta al paziente' })
    await user.type(text, 'tardi')
    await user.click(part.getByRole('button', { name: 'Il valore resta: spiego' }))
    expect(await part.findByText(/Questa richiesta ha già una risposta/)).toBeVisible()
    await user.clear(text)
    await user.type(text, 'Corretto')
    await user.click(part.getByRole('button', { name: 'Ho corretto il valore' }))
    expect(await screen.findByText('Nessun lavoro in attesa')).toBeVisible()
    expect(answers.at(-1)).toEqual({ id: 4, state: 'CHANGED', text: 'Corretto' })
  })

  it('are at the top of the record and at the field', async () => {
    const user = await openRecord(medicalRecord('RM01-1'), { corrections: [correction], place: 'field-WEIGHT' })
    const list = within(await screen.findByRole('region', { name: 'Richieste di correzione del paziente' }))
    await user.click(list.getByText('1 richiesta di correzione del paziente'))
    expect(list.getByText('Peso 65 chili')).toBeVisible()
    expect(await screen.findByText('Il paziente chiede: Peso 65 chili')).toBeVisible()
  })
})
