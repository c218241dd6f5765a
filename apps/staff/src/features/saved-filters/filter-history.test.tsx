import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { fakeFilters, storedFilter } from './testing/fake-filters.ts'

const search = async () => ({
  manifests: [
    {
      id: '0193a1f0-0000-7000-8000-000000000001',
      at: '2026-09-30T06:12:00.000Z',
      actor: 'dm@demo.example',
      asRole: 'DataManager',
      filter: { id: 3, version: 1, name: 'Ferritina alta' },
      study: null,
      format: 'csv' as const,
      outcome: 'complete' as const,
      rows: 1022,
    },
  ],
  next: null,
})

const open = async (filters = [storedFilter()]) => {
  serve({ user: staffUser({ role: 'GlobalAdmin' }), savedFilters: fakeFilters(filters), exports: { search } })
  return openAt('/ga_filtro/3')
}

it('REQ-FIL-30: shows the last exports of the filter, with links to their manifests', async () => {
  await open()
  const section = await screen.findByRole('region', { name: 'Ultime esportazioni' })
  expect(await within(section).findByRole('link', { name: /^30\/09\/2026/ })).toHaveAttribute(
    'href',
    '/ga_esportazioni?filtro=3&manifesto=0193a1f0-0000-7000-8000-000000000001',
  )
  expect(section).toHaveTextContent('CSV, righe: 1.022, dm@demo.example')
  expect(within(section).getByRole('link', { name: 'Tutte le esportazioni del filtro' })).toHaveAttribute(
    'href',
    '/ga_esportazioni?filtro=3',
  )
})

describe('REQ-FIL-19: the past of a filter', () => {
  it('names the studies that use it and who changed it', async () => {
    await open()
    const studies = await screen.findByRole('region', { name: 'Studi che usano il filtro' })
    expect(within(studies).getByRole('link', { name: 'Ferro e cuore' })).toHaveAttribute('href', '/ga_studio/IRON')
    const items = within(screen.getByRole('region', { name: 'Storia' })).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Versione 2, .*bruno@demo\.example$/),
      expect.stringMatching(/^Versione 1, .*anna@demo\.example$/),
    ])
  })

  it('compares two versions: only what differs, before and after', async () => {
    const user = await open()
    await user.click(await screen.findByRole('combobox', { name: 'Confronta la versione' }))
    await user.click(await screen.findByRole('option', { name: /^Versione 1/ }))
    const rows = within(await screen.findByRole('table', { name: 'Differenze' })).getAllByRole('row')
    expect(rows).toHaveLength(3)
    expect(rows[1]).toHaveTextContent('NomeFerritinaFerritina alta')
    expect(rows[2]).toHaveTextContent(/^Condizioninessuna.*«Ferritina» è maggiore di 2.500 ng\/mL/)
  })

  it('compares any two versions, and a version with itself', async () => {
    const user = await open()
    for (const [name, option] of [
      ['Confronta la versione', /^Versione 1/],
      ['con la versione', /^Versione 1/],
    ] as const) {
      await user.click(await screen.findByRole('combobox', { name }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    expect(await screen.findByText('Le due versioni sono uguali.')).toBeInTheDocument()
  })

  it('is duplicated under another name, and the copy opens to be changed', async () => {
    const filters = [storedFilter({ name: 'F'.repeat(80) })]
    const user = await open(filters)
    await user.click(await screen.findByRole('button', { name: 'Duplica' }))
    await expect.poll(() => history.location.pathname).toBe('/ga_filtro/7')
    expect(filters.map(({ name }) => name)).toContain(`Copia di ${'F'.repeat(71)}`)
    expect(await screen.findByRole('button', { name: 'Salva' })).toBeInTheDocument()
  })
})
