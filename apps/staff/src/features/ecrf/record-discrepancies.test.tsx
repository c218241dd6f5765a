import type { Discrepancy } from '@registry/api-contract/discrepancies'
import type { Services } from '@registry/api-contract/services'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { medicalRecord, openRecord, recordId } from './testing/record.ts'

const discrepancy = (part: Partial<Discrepancy>): Discrepancy => ({
  id: 7,
  record: recordId('RM01-1'),
  code: 'RM01-1',
  checkKey: 'LIMIT.WEIGHT.high',
  rule: null,
  severity: 'warning',
  fields: ['WEIGHT'],
  message: 'Valore insolito',
  state: 'open',
  values: [],
  openedAt: '2026-11-12T10:00:00.000Z',
  correctedAt: null,
  answer: null,
  closed: null,
  ...part,
})
const answered = discrepancy({
  id: 3,
  fields: ['HB_LAST'],
  state: 'answered',
  answer: { text: 'Ripetuto', by: 'ca@example.org', at: '2026-11-13T10:00:00.000Z' },
})
const open = (discrepancies: readonly Discrepancy[], isWithdrawn = false) =>
  openRecord({ ...medicalRecord('RM01-1'), withdrawn: isWithdrawn }, { place: 'discrepancies', discrepancies })

describe('REQ-CRF-10: the discrepancies of a record', () => {
  it('are by fact, the open ones first, with the way to the field and an answer', async () => {
    const user = await open([answered, discrepancy({}), discrepancy({ id: 8, checkKey: 'RULE-01', rule: 'RULE-01' })])
    const table = screen.getByRole('region', { name: 'Segnalazioni della cartella' })
    const links = within(table).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['Peso', 'Emoglobina: ultimo valore'])
    expect(links[0]).toHaveAttribute('href', `/ecrf/${recordId('RM01-1')}#field-WEIGHT`)
    expect(within(table).queryByRole('columnheader', { name: 'Paziente' })).not.toBeInTheDocument()
    expect(within(table).getByText(/«Ripetuto», ca@example\.org/)).toBeVisible()
    expect(within(table).getAllByRole('button', { name: /^È corretto: / })).toHaveLength(1)
    await user.click(within(table).getByRole('button', { name: 'È corretto: Peso' }))
    expect(await screen.findByRole('dialog', { name: 'Confermi che i valori di 2 segnalazioni sono corretti?' })).toBeVisible()
  })

  it('RULE-39: with both values, of which the centre keeps the reported one or takes the computed one', async () => {
    const far = discrepancy({
      checkKey: 'RULE-39.FERRITIN_LAST',
      rule: 'RULE-39',
      fields: ['FERRITIN_LAST'],
      values: [{ field: 'FERRITIN_LAST', text: '990 ng/mL', previous: null, computed: '800 ng/mL' }],
    })
    const save = vi.fn<Services['ecrf']['save']>(async () => ({ record: medicalRecord('RM01-1'), conflicts: [], others: [], warnings: [] }))
    const user = await openRecord(medicalRecord('RM01-1'), { place: 'discrepancies', discrepancies: [far], ecrf: { save } })
    const row = screen.getByRole('row', { name: /Ferritina: ultimo valore/ })
    expect(row).toHaveTextContent(/990 ng\/mL.*dai risultati 800 ng\/mL/)
    await user.click(within(row).getByRole('button', { name: 'Tieni il riportato: Ferritina: ultimo valore' }))
    const answer = await screen.findByRole('dialog', { name: 'Confermi che il valore è corretto?' })
    await user.click(within(answer).getByRole('button', { name: 'Annulla' }))
    await user.click(within(row).getByRole('button', { name: 'Prendi il calcolato: Ferritina: ultimo valore' }))
    const dialog = await screen.findByRole('dialog', { name: 'Prendere il valore calcolato dai risultati?' })
    expect(dialog).toHaveTextContent('Ferritina: ultimo valore: riportato 990 ng/mL, dai risultati 800 ng/mL.')
    await user.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), 'dal foglio sbagliato')
    await user.click(within(dialog).getByRole('button', { name: 'Prendi il calcolato' }))
    await expect
      .poll(() => save.mock.calls[0]?.[1])
      .toEqual({ code: 'RM01-1', changes: { FERRITIN_LAST: null }, reason: 'dal foglio sbagliato' })
  })

  it('RULE-39: with other checks of the fact, says which values the report and the results have, and keeps all or takes the computed', async () => {
    const values: Discrepancy['values'] = [
      { field: 'FERRITIN', text: '2.500 ng/mL', previous: null },
      { field: 'FERRITIN_LAST', text: '2.400 ng/mL', previous: null, computed: '1.100 ng/mL' },
    ]
    const high = discrepancy({ id: 1, checkKey: 'LIMIT.FERRITIN.high', fields: ['FERRITIN'], values: values.slice(0, 1) })
    const far = discrepancy({
      id: 2,
      checkKey: 'RULE-39.FERRITIN_LAST',
      rule: 'RULE-39',
      fields: ['FERRITIN_LAST'],
      values: values.slice(1),
    })
    const user = await open([high, far])
    const row = screen.getByRole('row', { name: /Ferritina/ })
    expect(row).toHaveTextContent('Ferritina: ultimo valore 2.400 ng/mL, dai risultati 1.100 ng/mL')
    expect(within(row).queryByRole('button', { name: /^È corretto|^Tieni il riportato/ })).not.toBeInTheDocument()
    await user.click(within(row).getByRole('button', { name: 'Prendi il calcolato: Ferritina: ultimo valore' }))
    const dialog = await screen.findByRole('dialog', { name: 'Prendere il valore calcolato dai risultati?' })
    await user.click(within(dialog).getByRole('button', { name: 'Annulla' }))
    await user.click(within(row).getByRole('button', { name: 'Tieni i valori: Ferritina' }))
    expect(await screen.findByRole('dialog', { name: 'Confermi che i valori di 2 segnalazioni sono corretti?' })).toBeVisible()
  })

  it('cannot be answered after a withdrawal', async () => {
    await open([discrepancy({})], true)
    expect(screen.getByRole('link', { name: 'Apri la cartella: Peso' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^È corretto/ })).not.toBeInTheDocument()
  })

  it('that has none says so', async () => {
    await open([])
    expect(screen.getByText('I controlli non hanno trovato nulla in questa cartella.')).toBeVisible()
  })
})
