import type { Services } from '@registry/api-contract/services'
import { createServer } from 'node:http'
import { cleanup, act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse, passthrough } from 'msw'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { history } from '../../../app/shell.ts'
import { serve, server } from '../../../testing/fake-server.ts'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../../testing/render-app.ts'
import { fakeFilters, storedFilter } from '../testing/fake-filters.ts'

const asFile = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="filtro_3.csv"',
  'x-export-rows': '12403',
}
const saved: Blob[] = []
let sent: unknown
let progressId: string | null

/** Sets the server's answer to RUN, and records the request. */
const answer = (make: (request: Request) => Response | Promise<Response>): void =>
  server.use(
    http.post('*/api/inthem_query', async ({ request }) => {
      sent = { body: await request.clone().json(), by: request.headers.get('x-requested-by') }
      progressId = request.headers.get('x-progress-id')
      return make(request)
    }),
  )

/** A file whose second half never arrives; `cancelled` is called when the page cancels it. */
const slowFile = (cancelled: () => void = () => undefined): void => {
  const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => controller.enqueue(new TextEncoder().encode('SEX\r\n'))
  answer(() => new HttpResponse(new ReadableStream<Uint8Array>({ start, cancel: cancelled }), { headers: asFile }))
}

/** A real server that sends the first chunk and no other; `breaks` also ends the connection (REQ-EXP-03). */
const halfFile = async (breaks: boolean): Promise<void> => {
  const arrived = Promise.withResolvers<void>()
  const halved = createServer((_request, response) => {
    response.writeHead(200, asFile)
    response.write('SEX\r\n')
    if (breaks) void arrived.promise.then(() => response.destroy())
  })
  await new Promise<void>((resolve) => halved.listen(0, '127.0.0.1', resolve))
  const address = halved.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  server.use(http.post(`${origin}/*`, () => passthrough()))
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, init) => {
    if (to !== '/api/inthem_query') return real(to, init)
    const response = await real(new URL(to, origin), init)
    arrived.resolve()
    return response
  })
  onTestFinished(() => {
    halved.close()
    halved.closeAllConnections()
  })
}

beforeEach(() => {
  saved.length = 0
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
})
afterEach(() => {
  server.resetHandlers()
  vi.restoreAllMocks()
})

const open = async (port: Partial<Services['savedFilters']> = {}, language: 'it' | 'en' = 'it') => {
  serve({
    user: staffUser({ role: 'DataManager', areaid: 'IT' }),
    savedFilters: { ...fakeFilters([storedFilter()], language), ...port },
  })
  const user = await openAt('/dm_filtro/3?tab=export', language)
  await screen.findByRole('tabpanel', { name: /Esportazione|Export/ })
  return user
}

const begin = async (port: Partial<Services['savedFilters']> = {}) => {
  const user = await open(port)
  await user.click(screen.getByRole('radio', { name: 'CSV' }))
  await user.click(screen.getByRole('button', { name: 'Esporta' }))
  return user
}

describe('a filter in a file', () => {
  it.each([
    ['it', 'Esporta', 'Formato, campo obbligatorio'],
    ['en', 'Export', 'Format, required field'],
  ] as const)('needs a format (%s)', async (language, name, message) => {
    const user = await open({}, language)
    await user.click(screen.getByRole('button', { name }))
    expect(screen.getByRole('alert')).toHaveTextContent(message)
  })

  it('proposes the format that was chosen last in this browser (REQ-EXP-14)', async () => {
    answer(() => new HttpResponse('SEX\r\nF\r\n', { headers: asFile }))
    await begin()
    await screen.findByText('File filtro_3.csv salvato')
    cleanup()
    await open()
    expect(screen.getByRole('radio', { name: 'CSV' })).toBeChecked()
    expect(screen.getByText('L’ultima volta hai scelto CSV.')).toBeInTheDocument()
  })

  it('is exported as the role of the area, and saved completely', async () => {
    answer(() => new HttpResponse('SEX\r\nF\r\n', { headers: asFile }))
    await begin()
    expect(await screen.findByText('File filtro_3.csv salvato')).toBeInTheDocument()
    expect(screen.getByText(/^12\.403 righe/)).toBeInTheDocument()
    expect(sent).toEqual({ body: { action: 'RUN', id: 3, format: 'csv', as_role: 'DataManager', lang: 'it' }, by: 'app' })
    expect(await saved[0]?.text()).toBe('SEX\r\nF\r\n')
  })

  it('has the reasons of missing values if they are wanted (REQ-EXP-12)', async () => {
    answer(() => new HttpResponse('SEX,MISSING_REASONS\r\nF,HB=unknown\r\n', { headers: asFile }))
    const user = await open()
    await user.click(screen.getByRole('radio', { name: 'CSV' }))
    await user.click(screen.getByRole('checkbox', { name: 'Aggiungi i motivi dei valori mancanti' }))
    await user.click(screen.getByRole('button', { name: 'Esporta' }))
    expect(await screen.findByText('File filtro_3.csv salvato')).toBeInTheDocument()
    expect(sent).toMatchObject({ body: { id: 3, missing_reasons: true } })
  })

  it('has the dated results in a package, with days or dates (REQ-EXP-15)', async () => {
    answer(() => new HttpResponse('PK', { headers: asFile }))
    const user = await open()
    await user.click(screen.getByRole('radio', { name: 'CSV' }))
    expect(screen.queryByRole('radiogroup', { name: 'Risultati datati' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'Pacchetto per la statistica (ZIP)' }))
    expect(screen.getByRole('radio', { name: 'No' })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: 'Con i giorni dal primo risultato' }))
    await user.click(screen.getByRole('button', { name: 'Esporta' }))
    expect(await screen.findByText('File filtro_3.zip salvato')).toBeInTheDocument()
    expect(sent).toMatchObject({ body: { format: 'package', observations: 'days' } })
  })

  it('has labels and semicolons if they are wanted and the format can have them (REQ-EXP-14)', async () => {
    answer(() => new HttpResponse('SEX\r\nFemmina\r\n', { headers: asFile }))
    const user = await open()
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['xlsx', 'csv', 'json', 'xml', 'package'])
    await user.click(screen.getByRole('radio', { name: 'JSON' }))
    expect(screen.queryByRole('checkbox', { name: 'Etichette al posto dei codici' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'CSV' }))
    await user.click(screen.getByRole('checkbox', { name: 'Etichette al posto dei codici' }))
    await user.click(screen.getByRole('checkbox', { name: 'Punto e virgola tra le celle e virgola decimale' }))
    await user.click(screen.getByRole('button', { name: 'Esporta' }))
    expect(await screen.findByText('File filtro_3.csv salvato')).toBeInTheDocument()
    expect(sent).toMatchObject({ body: { format: 'csv', labels: true, delimiter: 'semicolon' } })
    await user.click(screen.getByRole('radio', { name: 'XLSX' }))
    expect(screen.queryByRole('checkbox', { name: 'Punto e virgola tra le celle e virgola decimale' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Esporta' }))
    await waitFor(() => expect(sent).toEqual({ body: expect.not.objectContaining({ delimiter: 'semicolon' }), by: 'app' }))
    expect(sent).toMatchObject({ body: { format: 'xlsx', labels: true } })
  })

  it('lists CSV first in English', async () => {
    await open({}, 'en')
    expect(screen.getAllByRole('radio')[0]).toHaveAttribute('value', 'csv')
  })

  it('shows its progress, and can be cancelled', async () => {
    slowFile()
    const exportProgress = vi.fn(async () => ({ state: 'running' as const, rows: 6000, total: 12_403 }))
    const user = await begin({ exportProgress })
    expect(await screen.findByText(/^6\.000 di 12\.403 righe/)).toBeInTheDocument()
    expect(exportProgress).toHaveBeenCalledWith(expect.anything(), progressId, expect.anything())
    expect(screen.getByRole('progressbar', { name: 'Avanzamento dell’esportazione' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Annulla' }))
    expect(await screen.findByText('Esportazione annullata: nessun file è stato salvato.')).toBeInTheDocument()
    expect(saved).toEqual([])
  })

  it('is discarded when the connection breaks', async () => {
    await halfFile(true)
    await begin()
    expect(await screen.findByRole('alert')).toHaveTextContent('La connessione si è interrotta: il file era incompleto')
    expect(saved).toEqual([])
  })

  it('FAULT-24: is discarded when the server sends nothing more for two minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    await halfFile(false)
    await begin()
    await screen.findByText(/righe in tutto/)
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(await screen.findByRole('alert')).toHaveTextContent('La connessione si è interrotta: il file era incompleto')
    expect(saved).toEqual([])
  })

  it('FAULT-24: waits for its turn as long as the server says so, shows its place, and can be cancelled', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    answer(() => new Promise(() => {}))
    const exportProgress = vi.fn(async () => ({ state: 'waiting' as const, rows: 0, total: null, ahead: 2 }))
    const user = await begin({ exportProgress })
    await screen.findByText('In attesa del turno. Prima di questa ci sono 2 esportazioni.')
    for (const ahead of [1, 0, 1]) {
      exportProgress.mockResolvedValue({ state: 'waiting', rows: 0, total: null, ahead })
      await act(() => vi.advanceTimersByTimeAsync(60_000))
      await screen.findByText(
        `In attesa del turno. ${ahead === 0 ? 'Questa esportazione è la prossima.' : 'Prima di questa c’è 1 esportazione.'}`,
      )
    }
    await user.click(screen.getByRole('button', { name: 'Annulla' }))
    expect(await screen.findByText('Esportazione annullata: nessun file è stato salvato.')).toBeInTheDocument()
  })

  it.each([
    ['the server’s message', { success: false, code: 'exports_under_way', error: 'Ci sono già 2 esportazioni in corso' }, 'Ci sono già 2'],
    ['the general message', { success: false }, 'Errore lato server'],
  ])('shows %s when JSON comes instead of a file', async (_name, json, message) => {
    answer(() => HttpResponse.json(json))
    await begin()
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(saved).toEqual([])
  })

  it('leads to the sign-in when the session is lost', async () => {
    const end = vi.fn(async () => undefined)
    answer(() => HttpResponse.json({ success: false, code: 'APIsession_required', error: 'session required' }))
    await begin()
    serve({ session: { end } })
    await waitFor(() => expect(history.location.pathname).toBe('/'))
    expect(decodeURIComponent(document.cookie)).toContain('next=/dm_filtro/3?tab=export')
  })

  it('asks before leaving the page during an export', async () => {
    const cancelled = vi.fn<() => void>()
    slowFile(cancelled)
    const user = await begin()
    await screen.findByRole('progressbar')
    await user.click(screen.getByRole('link', { name: 'Indietro' }))
    await user.click(await screen.findByRole('button', { name: 'Esci e annulla' }))
    await waitFor(() => expect(history.location.pathname).toBe('/dm_filtri'))
    await waitFor(() => expect(cancelled).toHaveBeenCalled())
    expect(saved).toEqual([])
  })
})

describe('a browser that writes to the disk', () => {
  const disk = () => {
    const written: string[] = []
    const sink = { write: (chunk: Uint8Array) => void written.push(new TextDecoder().decode(chunk)), abort: vi.fn(), close: vi.fn() }
    const handle = { createWritable: async () => new WritableStream(sink), remove: vi.fn(async () => undefined) }
    const picker = vi.fn(async () => handle)
    Object.assign(window, { showSaveFilePicker: picker })
    return { written, sink, handle, picker }
  }
  afterEach(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))

  it('writes the bytes as they arrive', async () => {
    const { written, sink, picker } = disk()
    answer(() => new HttpResponse('SEX\r\nF\r\n', { headers: asFile }))
    await begin()
    expect(await screen.findByText('File filtro_3.csv salvato')).toBeInTheDocument()
    expect(picker).toHaveBeenCalledWith({ suggestedName: 'filtro_3.csv' })
    expect(written.join('')).toBe('SEX\r\nF\r\n')
    expect(sink.close).toHaveBeenCalledOnce()
    expect(saved).toEqual([])
  })

  it('removes an incomplete file', async () => {
    const { sink, handle } = disk()
    await halfFile(true)
    await begin()
    expect(await screen.findByRole('alert')).toHaveTextContent('è stato scartato')
    expect(sink.abort).toHaveBeenCalledOnce()
    expect(sink.close).not.toHaveBeenCalled()
    expect(handle.remove).toHaveBeenCalledOnce()
  })

  it('sends no request when the person closes the question', async () => {
    const { picker } = disk()
    picker.mockRejectedValue(new DOMException('closed', 'AbortError'))
    sent = undefined
    await begin()
    expect(await screen.findByText('Esportazione annullata: nessun file è stato salvato.')).toBeInTheDocument()
    expect(sent).toBeUndefined()
  })
})
