import type { Progress } from '@registry/api-contract/progress'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { type FakeUpload, fakeUploads } from '../../testing/fake-uploads.ts'
import { openAt } from '../../testing/render-app.ts'

afterEach(() => vi.restoreAllMocks())

const report = { ok: 9990, ko: 10, detail: [] }
const running = (rows: number, total: number | null): Progress => ({ state: 'running', rows, total })

/** Sends a file, whose answer the test gives. `follow` sets the progress that the server reports. */
const send = async (button: string) => {
  let current: Progress = { state: 'finished', rows: 0, total: null }
  const progress = vi.fn(async () => current)
  serve({ user: staffUser({ role: 'CenterAdmin', center: 'RM01' }), imports: { progress } })
  const uploads: FakeUpload[] = []
  let answer = Promise.withResolvers<Response>()
  fakeUploads((upload) => {
    uploads.push(upload)
    answer = Promise.withResolvers()
    return answer.promise
  })
  const user = await openAt('/pazienti-dati?parte=clinici')
  await user.click(await screen.findByRole('radio', { name: 'CSV' }))
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['CENTER_ID'], 'clinici.csv'))
  await user.click(screen.getByRole('button', { name: button }))
  const follow = (next: Progress): void => {
    current = next
  }
  return {
    user,
    progress,
    uploads,
    follow,
    respond: (response: Response) => answer.resolve(response),
    fail: () => answer.reject(new Error('offline')),
  }
}
const getBar = (name: string) => screen.findByRole('progressbar', { name })
const getAnnouncement = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

describe.each([
  ['Carica', 'Caricamento terminato'],
  ['Prova senza salvare', 'Controllo terminato, nulla è stato registrato'],
])('REQ-IMP-18: the progress of an upload by %s', (button, title) => {
  it('shows what is sent, then the turn, then the rows, then the report', async () => {
    const { progress, uploads, follow, respond } = await send(button)
    expect(await getBar('Invio del file')).toHaveAttribute('aria-valuenow', '0')
    expect(progress).not.toHaveBeenCalled()
    uploads[0]?.send(4_200, 10_000)
    expect(await screen.findByText('42% del file inviato')).toBeInTheDocument()
    expect(await getBar('Invio del file')).toHaveAttribute('aria-valuenow', '42')
    expect(getAnnouncement()).toContain('Invio del file: 25%')
    uploads[0]?.send(10_000, 10_000)
    expect(await screen.findByText('File inviato. Il registro inizia a leggerlo.')).toBeInTheDocument()
    expect(await getBar('File inviato')).not.toHaveAttribute('aria-valuenow')
    await expect.poll(() => progress.mock.calls[0]).toEqual([expect.anything(), uploads[0]?.headers['X-Upload-Id'], expect.anything()])
    follow({ state: 'waiting', rows: 0, total: null })
    expect(await screen.findByText(/Attende il suo turno/)).toBeInTheDocument()
    follow(running(3500, null))
    expect(await screen.findByText('3.500 righe elaborate')).toBeInTheDocument()
    expect(await getBar('Elaborazione delle righe')).not.toHaveAttribute('aria-valuenow')
    follow(running(5600, 10_000))
    expect(await screen.findByText('5.600 di 10.000 righe elaborate')).toBeInTheDocument()
    expect(await getBar('Elaborazione delle righe')).toHaveAttribute('aria-valuenow', '56')
    expect(getAnnouncement()).toContain('Elaborazione delle righe: 50%')
    respond(Response.json({ success: true, report }))
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  })
})

describe('REQ-IMP-16: the stop', () => {
  it('ends an upload while its rows are processed', async () => {
    const { user, uploads, follow, respond } = await send('Carica')
    uploads[0]?.send(1, 1)
    follow(running(10, 20))
    expect(await screen.findByText('10 di 20 righe elaborate')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Interrompi' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Hai interrotto l’invio: non è stato registrato nulla')
    respond(Response.json({ success: true, report }))
    expect(screen.queryByText('Caricamento terminato')).not.toBeInTheDocument()
  })

  it('ends the download of the rejected rows, which shows the same progress', async () => {
    const { user, uploads, respond } = await send('Carica')
    respond(Response.json({ success: true, report }))
    await user.click(await screen.findByRole('button', { name: 'Scarica le righe rifiutate' }))
    uploads[1]?.send(1, 4)
    expect(await getBar('Invio del file')).toHaveAttribute('aria-valuenow', '25')
    expect(uploads.map(({ fields }) => fields['refused_rows'])).toEqual([undefined, 'true'])
    expect(new Set(uploads.map(({ headers }) => headers['X-Upload-Id'])).size).toBe(2)
    await user.click(screen.getByRole('button', { name: 'Interrompi' }))
    expect(await screen.findByText('Hai interrotto lo scaricamento: nessun file è stato salvato.')).toBeInTheDocument()
  })
})

describe('REQ-IMP-06: the values that a dry run would change', () => {
  const first = [{ row: 3, key: 'P1', field: 'HB', before: '9 g/dL', after: '9,5 g/dL' }]
  it('are listed old and new, with the count of all', async () => {
    const { respond } = await send('Prova senza salvare')
    respond(Response.json({ success: true, report, changes: { count: 1200, first } }))
    const section = await screen.findByRole('region', { name: 'Valori che cambierebbero' })
    expect(section).toHaveTextContent('Il file cambierebbe 1.200 valori delle cartelle. Qui c’è il primo.')
    expect(within(section).getByRole('row', { name: '3 P1 HB 9 g/dL 9,5 g/dL' })).toBeInTheDocument()
  })

  it('may be none', async () => {
    const { respond } = await send('Prova senza salvare')
    respond(Response.json({ success: true, report, changes: { count: 0, first: [] } }))
    expect(await screen.findByText('Il file non cambierebbe nessun valore delle cartelle.')).toBeInTheDocument()
  })
})

it('shows that the registry cannot be reached when no answer arrives', async () => {
  const { fail } = await send('Carica')
  fail()
  expect(await screen.findByRole('alert')).toHaveTextContent('Non riusciamo a collegarci al registro.')
})

describe('REQ-IMP-05: choosing a file', () => {
  const input = () => document.querySelector<HTMLInputElement>('input[type=file]')!
  const open = async () => {
    serve({ user: staffUser({ role: 'CenterAdmin', center: 'RM01' }) })
    const uploads: FakeUpload[] = []
    fakeUploads(async (upload) => {
      uploads.push(upload)
      return Response.json({ success: true, report })
    })
    const user = await openAt('/pazienti-dati?parte=clinici')
    await screen.findByRole('radio', { name: 'CSV' })
    return { user, uploads }
  }

  it('proposes the format from the name, and keeps another choice of the person', async () => {
    const { user, uploads } = await open()
    await user.upload(input(), new File(['CENTER_ID'], 'clinici.JSON'))
    expect(screen.getByRole('radio', { name: 'JSON' })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: 'CSV' }))
    await user.click(screen.getByRole('button', { name: 'Carica' }))
    expect(await screen.findByText(/9.?990 righe registrate/)).toBeInTheDocument()
    expect(uploads[0]?.fields['format']).toBe('csv')
  })

  it('takes a dropped file, and reads its format from the content where the name says none', async () => {
    await open()
    const area = screen.getByText(/^nessun file scelto/)
    fireEvent.drop(area, { dataTransfer: { files: [new File(['[{"CENTER_ID":"P1"}]'], 'clinici.txt')] } })
    expect(await screen.findByText('clinici.txt')).toBeInTheDocument()
    expect(await screen.findByRole('radio', { name: 'JSON', checked: true })).toBeInTheDocument()
  })

  it('takes the same name again', async () => {
    const { user } = await open()
    await user.upload(input(), new File(['CENTER_ID'], 'clinici.csv'))
    expect(screen.getByText('clinici.csv')).toBeInTheDocument()
    expect(input().value, 'the browser reports the next choice too').toBe('')
  })

  it('shows that a file changed after the choice, sends nothing, and asks for it again', async () => {
    const { user, uploads } = await open()
    const file = new File(['CENTER_ID'], 'clinici.csv')
    const unreadable = new Blob()
    vi.spyOn(unreadable, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'))
    vi.spyOn(file, 'slice').mockReturnValue(unreadable)
    await user.upload(input(), file)
    await user.click(screen.getByRole('button', { name: 'Carica' }))
    expect(await screen.findByText('Il file è cambiato dopo la scelta: sceglilo di nuovo')).toBeInTheDocument()
    expect(screen.getByText(/^nessun file scelto/)).toBeInTheDocument()
    expect(uploads).toEqual([])
  })
})
