import { getConnectionProblem } from '@registry/ui/connection/connection-problem.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setUpTestApp } from './testing/test-app.tsx'

const { history, queryClient, person, ports, serve, server, openAt } = setUpTestApp('staff')

const answer = (respond: () => Promise<Response> | Response) => server.use(http.all('*/api/trpc/*', respond))
const retry = () => screen.getByRole('button', { name: 'Riprova' })
const homeHeading = () => screen.findByRole('heading', { name: 'Pagina principale' })

afterEach(() => vi.restoreAllMocks())

const openHome = async () => {
  serve({ user: person, ...ports })
  const user = await openAt('/uhome')
  await homeHeading()
  return user
}

describe('FAULT-24: a server that gives no answer', () => {
  it.each([
    ['a lost connection', () => HttpResponse.error()],
    ['a proxy without a server', () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 })],
    ['a network that answers with a page of its own', () => HttpResponse.html('<h1>Wi-Fi</h1>')],
  ])('one sentence replaces the page after %s, and retry opens it', async (_what, respond) => {
    serve({ user: person, ...ports })
    answer(respond)
    const user = await openAt('/uhome')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Non riusciamo a collegarci al registro. Controlla la connessione e riprova.',
    )
    expect(screen.getAllByRole('button', { name: 'Riprova' })).toHaveLength(1)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    server.resetHandlers()
    await user.click(retry())
    expect(await homeHeading()).toBeInTheDocument()
  })

  it('shows the status of a 500 and nothing of its body', async () => {
    serve({ user: person, ...ports })
    answer(() => HttpResponse.html('<pre>Error: at secret.js:3</pre>', { status: 500 }))
    await openAt('/uhome')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('status 500')
    expect(alert).not.toHaveTextContent(/secret|Unexpected|token/)
  })

  it('keeps an open page open, with the sentence of the next page inside the layout', async () => {
    const user = await openHome()
    answer(() => HttpResponse.error())
    await user.click(screen.getByRole('button', { name: 'Utente: Anna Bianchi' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Cambia password' }))
    expect(await screen.findByRole('heading', { name: 'Cambia password' })).toBeInTheDocument()
    expect(await screen.findByText('Il registro non risponde. Quello che hai scritto resta qui.')).toBeInTheDocument()
  })

  it('shows immediately that the device has no network, and opens the failed page when it returns', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    serve({ user: person, ...ports })
    answer(() => HttpResponse.error())
    await openAt('/uhome')
    await screen.findByRole('alert')
    expect(getConnectionProblem()).toBe('offline')
    server.resetHandlers()
    onLine.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await homeHeading()).toBeInTheDocument()
    await waitFor(() => expect(getConnectionProblem()).toBeUndefined())
  })
})

describe('FAULT-24: a server that accepts a call and never answers', () => {
  const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000))
  const slowSentence = /^Il registro impiega più del solito\. Aspettiamo la risposta/
  /** Never answers, and counts the calls that the page sends and ends. */
  const fallSilent = () => {
    const calls = { sent: 0, ended: 0 }
    answer(() => new Promise(() => undefined))
    const real = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      calls.sent += 1
      init?.signal?.addEventListener('abort', () => (calls.ended += 1))
      return real(input, init)
    })
    return calls
  }
  const speakAgain = () => {
    vi.mocked(globalThis.fetch).mockRestore()
    server.resetHandlers()
  }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())

  it('has a sentence after five seconds, and retry sends the call of the page again', async () => {
    serve({ user: person, ...ports })
    const calls = fallSilent()
    const user = await openAt('/uhome')
    await waitFor(() => expect(calls.sent).toBe(1))
    await seconds(5)
    expect(screen.getByText(slowSentence)).toBeInTheDocument()
    speakAgain()
    await user.click(retry())
    expect(await homeHeading()).toBeInTheDocument()
    expect(calls.ended).toBe(1)
    expect(screen.queryByText(slowSentence)).not.toBeInTheDocument()
  })

  it('ends the call after twenty seconds; the page reports it, and opens by itself when the server answers', async () => {
    serve({ user: person, ...ports })
    const calls = fallSilent()
    await openAt('/uhome')
    await waitFor(() => expect(calls.sent).toBe(1))
    await seconds(20)
    expect(calls.ended).toBe(1)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Non riusciamo a collegarci al registro. Controlla la connessione e riprova.',
    )
    speakAgain()
    await seconds(1)
    expect(await homeHeading()).toBeInTheDocument()
  })

  it('keeps the typed text, and sends a change only once', async () => {
    serve({ user: person })
    const user = await openAt('/changepasswd')
    const typed = {
      'Vecchia password': 'vecchia',
      'Nuova password': 'sette gatti sotto il portico',
      'Conferma la nuova password': 'sette gatti sotto il portico',
    }
    for (const [label, text] of Object.entries(typed)) {
      await user.click(await screen.findByLabelText(label))
      await user.paste(text)
    }
    const calls = fallSilent()
    await user.click(screen.getByRole('button', { name: 'Cambia password' }))
    await waitFor(() => expect(calls.sent).toBe(1))
    await seconds(5)
    expect(screen.getByText(slowSentence)).toHaveTextContent('non serve premere di nuovo')
    expect(screen.queryByRole('button', { name: 'Riprova' })).not.toBeInTheDocument()
    await seconds(15)
    expect(calls).toEqual({ sent: 1, ended: 1 })
    expect(await screen.findByRole('alert')).toHaveTextContent('Non riusciamo a collegarci al registro.')
    expect(screen.getByLabelText('Vecchia password')).toHaveValue('vecchia')
    expect(screen.getByRole('button', { name: 'Cambia password' })).toBeEnabled()
  })
})

it('FAULT-24: a navigation shows a skeleton while the guard asks a slow server', async () => {
  await openHome()
  answer(() => delay('infinite').then(() => HttpResponse.error()))
  await queryClient.invalidateQueries({ refetchType: 'none' })
  act(() => history.push('/changepasswd'))
  expect(await screen.findByRole('status', { name: 'Caricamento' })).toBeInTheDocument()
})
