import type { ReferenceChange } from '@registry/api-contract/reference-tables'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve, server } from '../../testing/fake-server.ts'
import { fakeUploads } from '../../testing/fake-uploads.ts'
import { openAt } from '../../testing/render-app.ts'
import { fakeElementSizes } from '../saved-filters/testing/element-sizes.ts'

fakeElementSizes()
afterEach(() => {
  server.resetHandlers()
  vi.restoreAllMocks()
})

const region = { id: '12', trans_it: 'Lazio', trans_en: 'Lazio' }
const renamed = { ...region, trans_en: 'Latium' }
const change: ReferenceChange = {
  id: 1,
  at: '2026-11-02T09:00:00.000Z',
  actor: 'ga@example.org',
  valueId: '12',
  before: region,
  after: renamed,
}

const open = async (path: string) => {
  const rows = vi.fn(async () => [region])
  serve({ user: staffUser({ role: 'GlobalAdmin', areaid: 'W' }), referenceTables: { rows, history: async () => [change] } })
  return { user: await openAt(path), rows }
}

/** Answers uploads and downloads of tables, and lists their fields. */
const answerFiles = (answer: object): Record<string, unknown>[] => {
  const sent: Record<string, unknown>[] = []
  fakeUploads(({ fields }) => {
    sent.push(fields)
    return Response.json(answer)
  })
  const readFields = async (request: Request): Promise<Record<string, unknown>> => (await request.json()) as Record<string, unknown>
  server.use(
    http.post('*/api/admin/GetConfTable', async ({ request }) => {
      sent.push(await readFields(request))
      return HttpResponse.json(answer)
    }),
  )
  return sent
}

describe('REQ-ADM-04: the download of a table', () => {
  it('requires a table, and proposes the screen', async () => {
    const { user, rows } = await open('/tabelleservizio')
    await user.click(await screen.findByRole('button', { name: 'Recupera' }))
    expect(screen.getByRole('radio', { name: 'Sullo schermo' })).toBeChecked()
    expect(within(screen.getByRole('alert')).getByText('Scegli una tabella')).toBeInTheDocument()
    expect(rows).not.toHaveBeenCalled()
  })

  it('shows a table in a grid, and keeps the table in the address', async () => {
    const { user, rows } = await open('/tabelleservizio')
    await user.click(await screen.findByRole('combobox', { name: 'Tabella' }))
    await user.click(screen.getByRole('option', { name: 'Regioni italiane svc_region' }))
    expect(history.location.search).toBe('?scheda=recupero&tabella=svc_region')
    await user.click(screen.getByRole('radio', { name: 'Sullo schermo' }))
    await user.click(screen.getByRole('button', { name: 'Recupera' }))
    expect(await screen.findByRole('grid', { name: 'Regioni italiane' })).toBeInTheDocument()
    expect(screen.getAllByRole('gridcell', { name: 'Lazio' })).toHaveLength(2)
    expect(rows).toHaveBeenCalledWith(expect.anything(), { table: 'svc_region' }, expect.anything())
  })

  it('changes the texts of a row on screen, with the checks of a file', async () => {
    const { user, rows } = await open('/tabelleservizio?tabella=svc_region')
    const refused = { row: 1, key: '12', field: 'trans_en', code: 'value_too_long', message: 'Testo troppo lungo' }
    const answers = [
      { ok: 0, ko: 1, detail: [refused] },
      { ok: 1, ko: 0, detail: [] },
    ]
    const sent: unknown[] = []
    fakeUploads(async ({ fields: { table_name: table, action, format, table_file: file } }) => {
      sent.push([table, action, format, file instanceof File ? await file.text() : file])
      return Response.json({ success: true, report: answers.shift() })
    })
    await user.click(await screen.findByRole('button', { name: 'Recupera' }))
    await user.click(await screen.findByRole('button', { name: '12', description: 'Modifica la riga 12' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Modifica la riga 12' }))
    const english = dialog.getByRole('textbox', { name: 'Inglese' })
    await user.clear(english)
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    expect(english).toBeInvalid()
    await user.type(english, 'Latium')
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    expect(await dialog.findByRole('link', { name: /Testo troppo lungo/ })).toBeInTheDocument()
    rows.mockResolvedValue([renamed])
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    expect(await screen.findByRole('gridcell', { name: 'Latium' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    const row = { id: '12', trans_it: 'Lazio', trans_en: 'Latium', trans_fr: String.raw`\N`, trans_pt: String.raw`\N` }
    expect(sent).toEqual(Array.from({ length: 2 }, () => ['svc_region', 'CHANGE', 'json', JSON.stringify([row])]))
  })

  it('shows the error of a file that the server rejects', async () => {
    const { user } = await open('/tabelleservizio?tabella=svc_region')
    const sent = answerFiles({ success: false, code: 'reference_table_unknown', error: 'Tabella sconosciuta' })
    await user.click(await screen.findByRole('radio', { name: 'XLSX' }))
    await user.click(screen.getByRole('button', { name: 'Recupera' }))
    expect(await screen.findByText('Tabella sconosciuta')).toBeInTheDocument()
    expect(sent).toEqual([{ table_name: 'svc_region', format: 'xlsx', lang: 'it' }])
  })
})

describe('REQ-ADM-04: the upload of a table', () => {
  it('requires the operation, the format and the file', async () => {
    const { user } = await open('/tabelleservizio?scheda=caricamento&tabella=svc_region')
    const sent = answerFiles({})
    await user.click(await screen.findByRole('button', { name: 'Prova senza salvare' }))
    for (const text of ['Scegli l’operazione', 'Formato, campo obbligatorio', 'File non scelto'])
      expect(screen.getByText(text)).toBeInTheDocument()
    expect(sent).toEqual([])
  })

  it('a dry run shows what would be added, changed and removed, and each rejected row', async () => {
    const { user } = await open('/tabelleservizio?scheda=caricamento&tabella=svc_region')
    const sent = answerFiles({
      success: true,
      report: { ok: 2, ko: 1, detail: [{ row: 4, key: '12', code: 'reference_id_in_use', message: 'Valore in uso in 3 record' }] },
      difference: [
        { kind: 'added', id: '21', before: null, after: { id: '21', trans_it: 'Nuova' } },
        { kind: 'changed', id: '12', before: region, after: renamed },
        { kind: 'removed', id: '99', before: { id: '99', trans_it: 'Vecchia' }, after: null },
      ],
    })
    await user.click(await screen.findByRole('radio', { name: /CHANGE/ }))
    await user.click(screen.getByRole('radio', { name: 'CSV' }))
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['id'], 'regioni.csv', { type: 'text/csv' }))
    await user.click(screen.getByRole('button', { name: 'Prova senza salvare' }))
    expect(await screen.findByText('Controllo terminato, nulla è stato registrato')).toBeInTheDocument()
    expect(screen.getByText('2 righe valide, 1 riga rifiutata')).toBeInTheDocument()
    expect(screen.getByRole('cell', { name: 'Valore in uso in 3 record' })).toBeInTheDocument()
    const rows = within(screen.getByRole('group', { name: 'Che cosa cambierebbe' })).getAllByRole('row')
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      'aggiunta21trans_it: Nuova',
      'cambiata12trans_en: Laziotrans_en: Latium',
      'tolta99trans_it: Vecchia',
    ])
    expect(sent).toEqual([expect.objectContaining({ table_name: 'svc_region', action: 'CHANGE', format: 'csv', dry_run: 'true' })])
  })

  it('REQ-ADM-16: the history names who changed a row, with the row before and after', async () => {
    const { user } = await open('/tabelleservizio?tabella=svc_region')
    await user.click(await screen.findByRole('tab', { name: 'Storia' }))
    const row = (await screen.findAllByRole('row'))[1]
    expect(row).toHaveTextContent(/02\/11\/2026.*ga@example\.org12trans_en: Laziotrans_en: Latium/)
  })
})
