import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { serveFiles } from '../testing/fake-files.ts'
import { serve } from '../testing/fake-server.ts'
import { openAt } from '../testing/render-app.ts'

const person = staffUser({ role: 'GlobalAdmin', areaid: 'W' }, { role: 'CenterAdmin', center: 'RM01' })

type Page = { readonly name: string; readonly ask: () => Promise<void> }
const pages: readonly Page[] = [
  {
    name: 'the log',
    ask: async () => {
      const user = await openAt('/log')
      await user.click(await screen.findByRole('radio', { name: 'CSV' }))
      await user.click(screen.getByRole('button', { name: 'Cerca' }))
    },
  },
  {
    name: 'the template of a file',
    ask: async () => {
      const user = await openAt('/pazienti-dati?parte=clinici')
      await user.click((await screen.findAllByRole('button', { name: 'CSV' }))[0]!)
    },
  },
]

describe.each(pages)('REQ-UI-24: a file of $name', ({ ask }) => {
  it.each([
    ['a proxy without its server', () => new Response('<html>', { status: 502 }), /status 502/],
    ['an unexpected error', () => Response.json({ success: false, error: 'Errore', code: 'unexpected' }, { status: 500 }), /status 500/],
    [
      'the error of the server',
      () => Response.json({ success: false, error: 'Il server è occupato.', code: 'busy' }, { status: 429 }),
      /occupato/,
    ],
    ['no error', () => Response.json({ success: false }), 'Errore lato server'],
    [
      'a lost session',
      () => Response.json({ success: false, error: 'session required', code: 'APIsession_required' }),
      /^La sessione è finita/,
    ],
    [
      'another person',
      () => Response.json({ success: false, error: 'x', code: 'session_changed' }),
      'In questo browser è entrata un’altra persona',
    ],
  ])('that gets %s shows an error', async (_what, answer, text) => {
    serve({ user: person, auditLog: { query: async () => [], choices: async () => ({ commands: [], actions: [], users: [] }) } })
    serveFiles(answer)
    await ask()
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  })
})
