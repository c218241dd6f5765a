import type { ExportRisk } from '@registry/api-contract/saved-filters'
import { AppError } from '@registry/domain/error'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serve, server } from '../../../testing/fake-server.ts'
import { openAt } from '../../../testing/render-app.ts'
import { fakeFilters, storedFilter } from '../testing/fake-filters.ts'

const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="filtro_3.csv"', 'x-export-rows': '100' }
const risk: ExportRisk = {
  patients: 1200,
  alone: 31,
  inSmallGroups: 84,
  generalised: { alone: 2, inSmallGroups: 9 },
  fields: ['AGE_BAND', 'SEX'],
  canGeneralise: true,
}
let sent: unknown[] = []

beforeEach(() => {
  sent = []
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
})
afterEach(() => {
  server.resetHandlers()
  vi.restoreAllMocks()
})

const begin = async (exportRisk: () => Promise<ExportRisk>) => {
  serve({ user: staffUser({ role: 'DataManager', areaid: 'IT' }), savedFilters: { ...fakeFilters([storedFilter()]), exportRisk } })
  server.use(
    http.post('*/api/inthem_query', async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse('SEX\r\nF\r\n', { headers })
    }),
  )
  const user = await openAt('/dm_filtro/3?tab=export')
  await user.click(await screen.findByRole('radio', { name: 'CSV' }))
  await user.click(screen.getByRole('button', { name: 'Esporta' }))
  return user
}
const body = { action: 'RUN', id: 3, format: 'csv', as_role: 'DataManager', lang: 'it' }
const title = 'Alcuni pazienti si possono riconoscere'

describe('REQ-EXP-06: before an export', () => {
  it('shows how many patients can be recognised, and exports nothing yet', async () => {
    await begin(async () => risk)
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(
      screen.getByText(/Fascia d’età e Sesso alla nascita.*31 pazienti su 1\.200 sono riconoscibili, e 84 sono in gruppi di meno di 5/),
    ).toBeInTheDocument()
    expect(screen.getByText(/sarebbero 2 e 9/)).toBeInTheDocument()
    expect(sent).toEqual([])
  })

  it('one button exports coarser values', async () => {
    const user = await begin(async () => risk)
    await user.click(await screen.findByRole('button', { name: 'Esporta con valori generalizzati' }))
    expect(await screen.findByText('File filtro_3.csv salvato')).toBeInTheDocument()
    expect(sent).toEqual([{ ...body, generalise: true }])
  })

  it('offers no generalised values where no column changes', async () => {
    await begin(async () => ({ ...risk, fields: ['SEX'], canGeneralise: false, generalised: { alone: 31, inSmallGroups: 84 } }))
    expect(await screen.findByText(/Con Sesso alla nascita: 31 pazienti/)).toBeInTheDocument()
    expect(screen.queryByText(/generalizzati/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Esporta i valori esatti' })).toBeInTheDocument()
  })

  it('REQ-EXP-07: exact values need a reason', async () => {
    const user = await begin(async () => risk)
    await user.click(await screen.findByRole('button', { name: 'Esporta i valori esatti' }))
    expect(await screen.findByText('Scrivi perché servono i valori esatti, in almeno 10 caratteri')).toBeInTheDocument()
    expect(sent).toEqual([])
    await user.type(screen.getByLabelText('Perché servono i valori esatti'), '  Verifica con il centro  ')
    await user.click(screen.getByRole('button', { name: 'Esporta i valori esatti' }))
    expect(await screen.findByText('File filtro_3.csv salvato')).toBeInTheDocument()
    expect(sent).toEqual([{ ...body, reason: 'Verifica con il centro' }])
  })

  it('can be left without an export', async () => {
    const user = await begin(async () => risk)
    await user.click(await screen.findByRole('button', { name: 'Non esportare' }))
    expect(screen.queryByText(title)).toBeNull()
    expect(sent).toEqual([])
  })

  it('without small groups nothing is asked', async () => {
    await begin(async () => ({ ...risk, alone: 0, inSmallGroups: 0 }))
    expect(await screen.findByText('File filtro_3.csv salvato')).toBeInTheDocument()
    expect(sent).toEqual([body])
  })

  it('a failed count exports nothing', async () => {
    await begin(async () => {
      throw new AppError('filter_too_slow', { seconds: 30 })
    })
    expect(await screen.findByText(/30 secondi/)).toBeInTheDocument()
    expect(sent).toEqual([])
  })
})
