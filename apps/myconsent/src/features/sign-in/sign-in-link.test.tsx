import { screen } from '@testing-library/react'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'

const secret = 's3cret'.padEnd(43, '-x')

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
// Other test files share the loaded modules and need a server that is not closed.
afterAll(() => {
  vi.resetModules()
})

/** Loads the app at the address of a link, because it reads the link when its modules load. */
const loadApp = async (address: string) => {
  vi.resetModules()
  window.history.replaceState(null, '', address)
  const { serve, server } = await import('../../testing/fake-server.ts')
  const { history } = await import('../../app/shell.ts')
  const { patientUser } = await import('@registry/app-shell/testing/people.ts')
  const { openAt } = await import('../../testing/render-app.ts')
  server.listen({ onUnhandledFrame: 'error' })
  ends.push(
    () => server.close(),
    () => history.destroy(),
  )
  return { serve, patientUser, open: () => openAt(`${window.location.pathname}${window.location.search}`) }
}

const openLink = async (address: string, live: boolean) => {
  const { serve, patientUser, open } = await loadApp(address)
  const seen: string[] = []
  serve({
    signIn: {
      openLink: async (_by, link) => {
        seen.push(`${link.username} ${link.password} at ${window.location.href}`)
        if (live) serve({ user: { ...patientUser(), passwordExpired: true } })
        return { expired: live }
      },
    },
  })
  return { seen, user: await open() }
}

/** Opens a link in the session of a patient, with this response of the server. */
const openLinkAs = async (address: string, answer: () => Promise<{ expired: boolean }>) => {
  const { serve, patientUser, open } = await loadApp(address)
  const end = vi.fn(async () => undefined)
  serve({ user: patientUser(), signIn: { openLink: answer }, session: { end } })
  return { user: await open(), end }
}

describe('the link of an invitation', () => {
  it('leaves the address bar before any request, and leads to the choice of a password', async () => {
    const { seen } = await openLink(`/loginp?u=p1%40demo.example&p=${secret}`, true)
    expect(window.location.search).toBe('')
    expect(await screen.findByRole('heading', { name: 'Scegli la tua password' })).toBeInTheDocument()
    expect(seen).toEqual([`p1@demo.example ${secret} at http://localhost:3000/loginp`])
  })

  it('leads from the chosen password to its code, though the sign-in page was open before', async () => {
    const { user } = await openLink(`/loginp?u=p1%40demo.example&p=${secret}`, true)
    const password = await screen.findByLabelText('Nuova password')
    const { serve } = await import('../../testing/fake-server.ts')
    const requestCode = vi.fn(async () => ({ channel: 'mail', againInSeconds: 60, validMinutes: 5 }) as const)
    const { patientUser } = await import('@registry/app-shell/testing/people.ts')
    serve({ user: { ...patientUser(), passwordExpired: true }, signIn: { changePassword: async () => serve({ signIn: { requestCode } }) } })
    await user.type(password, 'sette gatti sotto il portico')
    await user.type(screen.getByLabelText('Conferma la nuova password'), 'sette gatti sotto il portico')
    await user.click(screen.getByRole('button', { name: 'Cambia password' }))
    expect(await screen.findByText('Password modificata')).toBeInTheDocument()
    expect(requestCode).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      {
        username: 'p1@demo.example',
        password: 'sette gatti sotto il portico',
      },
      expect.anything(),
    )
  })

  it.each([`&p=${secret}.`, `&amp;p=${secret}`, `&p=${secret}%3E`, `&p=${secret})%20`])(
    'works with what a mail program adds: %s',
    async (end) => {
      const { seen } = await openLink(`/loginp?u=p1%40demo.example${end}`, true)
      expect(await screen.findByRole('heading', { name: 'Scegli la tua password' })).toBeInTheDocument()
      expect(seen).toEqual([`p1@demo.example ${secret} at http://localhost:3000/loginp`])
    },
  )

  it('without its end shows that it is incomplete', async () => {
    await openLink(`/loginp?u=p1%40demo.example&p=${secret.slice(0, 30)}`, false)
    expect(await screen.findByText(/Il link non è intero: manca la fine/)).toBeInTheDocument()
  })

  it('shows that it was used before, with the sign-in and the contact filled in', async () => {
    await openLink(`/loginp?u=p1%40demo.example&p=${secret}`, false)
    expect(await screen.findByText(/Il link non è più valido/)).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'E-mail o numero di cellulare' })).toHaveValue('p1@demo.example')
  })

  it('leads to a new one when it is no longer valid', async () => {
    const { user } = await openLinkAs(`/loginp?u=p1%40demo.example&p=${secret}`, async () => ({ expired: false }))
    await user.click(await screen.findByRole('link', { name: 'chiedi un nuovo link' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Password dimenticata' })).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'E-mail o numero di cellulare' })).toHaveValue('p1@demo.example')
  })

  it('of another patient changes nothing until the person signs out to open it', async () => {
    let out = false
    const { user, end } = await openLinkAs(`/loginp?u=p2%40demo.example&p=${secret}`, async () => {
      const { AppError } = await import('@registry/domain/error')
      if (!out) throw new AppError('link_of_another')
      return { expired: false }
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Questo link è di un’altra persona' })).toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent('Il tuo accesso resta com’è')
    expect(end).not.toHaveBeenCalled()
    out = true
    await user.click(screen.getByRole('button', { name: 'Esci e apri il link' }))
    expect(await screen.findByText(/Il link non è più valido/)).toBeInTheDocument()
    expect(end).toHaveBeenCalled()
  })

  it('of another centre, for the same contact, shows that and offers to sign out and open it (REQ-PAT-04)', async () => {
    await openLinkAs(`/loginp?u=p1%40demo.example&p=${secret}`, async () => {
      const { AppError } = await import('@registry/domain/error')
      throw new AppError('link_of_other_centre')
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Un altro centro ti ha invitato' })).toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent('Un altro centro ti ha invitato con lo stesso recapito')
    expect(screen.getByRole('button', { name: 'Esci e apri il link' })).toBeInTheDocument()
  })

  it('without a secret only fills in the contact', async () => {
    const { seen } = await openLink('/loginp?u=p1%40demo.example', false)
    expect(await screen.findByRole('textbox', { name: 'E-mail o numero di cellulare' })).toHaveValue('p1@demo.example')
    expect(window.location.search).toBe('')
    expect(seen).toEqual([])
  })
})

describe('the link that confirms a return (REQ-PAT-06)', () => {
  const openReturn = async (confirmReregistration: () => Promise<{ expired: boolean }>) => {
    const { serve, patientUser, open } = await loadApp(`/loginp?u=ada%40example.org&p=${secret}`)
    const confirm = vi.fn(async (_by: unknown, _link: unknown) => {
      const answer = await confirmReregistration()
      if (answer.expired) serve({ user: { ...patientUser(), passwordExpired: true } })
      return answer
    })
    serve({ signIn: { openLink: async () => ({ expired: false, returnsTo: 'Centro di Roma' }), confirmReregistration: confirm } })
    return { user: await open(), confirm }
  }

  it('registers nobody before the button is pressed, and then leads to the choice of a password', async () => {
    const { user, confirm } = await openReturn(async () => ({ expired: true }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Vuoi tornare nel registro?' })).toBeInTheDocument()
    expect(screen.getByText(/Centro di Roma dice che lo hai chiesto/)).toBeInTheDocument()
    expect(confirm).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Confermo, voglio tornare' }))
    expect(await screen.findByRole('heading', { name: 'Scegli la tua password' })).toBeInTheDocument()
    expect(confirm).toHaveBeenCalledExactlyOnceWith(expect.anything(), { username: 'ada@example.org', password: secret }, expect.anything())
  })

  it('shows that it has expired', async () => {
    const { user } = await openReturn(async () => ({ expired: false }))
    await user.click(await screen.findByRole('button', { name: 'Confermo, voglio tornare' }))
    expect(await screen.findByText(/Il link non è più valido/)).toBeInTheDocument()
  })
})
