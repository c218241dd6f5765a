import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../testing/render-app.ts'

const request = {
  id: 7,
  at: '2026-11-20T10:00:00Z',
  cognome: 'Rossi',
  nome: 'Ada',
  email: 'ada@example.org',
  telefono: '',
  cellulare: '333 1234567',
  identita: 'username',
} as const

it.each([
  ['it', 'La tua richiesta è stata ricevuta'],
  ['en', 'Your request has been received'],
] as const)('confirms that the request was received (%s)', async (language, text) => {
  await openAt('/enrollBC', language)
  expect(await screen.findByText(text)).toBeInTheDocument()
})

it('a UserAdmin sees the received requests', async () => {
  serve({
    user: staffUser({ role: 'UserAdmin', areaid: 'IT' }),
    enrolmentRequests: { received: async () => ({ rows: [request], total: 3 }) },
  })
  await openAt('/enrollBC')
  expect(await screen.findByRole('heading', { name: 'Ada Rossi' })).toBeInTheDocument()
  expect(screen.getByText('333 1234567')).toBeInTheDocument()
  expect(screen.queryByText('Telefono')).not.toBeInTheDocument()
  expect(screen.getByText('Le più recenti: 1 di 3.')).toBeInTheDocument()
})

it('other staff see the confirmation only, like visitors', async () => {
  serve({
    user: staffUser({ role: 'DataManager', areaid: 'IT' }),
    enrolmentRequests: { received: async () => ({ rows: [request], total: 1 }) },
  })
  await openAt('/enrollBC')
  expect(await screen.findByText('La tua richiesta è stata ricevuta')).toBeInTheDocument()
  expect(screen.queryByText('ada@example.org')).not.toBeInTheDocument()
})
