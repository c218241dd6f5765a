import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, server } from '../../testing/fake-server.ts'
import { fakeUploads } from '../../testing/fake-uploads.ts'
import { openAt } from '../../testing/render-app.ts'

afterEach(() => {
  server.resetHandlers()
  vi.restoreAllMocks()
})

test('THREAT-30: a REPLACE asks for the password when the server requires it, and sends the file again', async () => {
  serve({ user: staffUser({ role: 'GlobalAdmin', areaid: 'W' }) })
  const user = await openAt('/tabelleservizio?scheda=caricamento&tabella=svc_region')
  const sent: unknown[] = []
  const required = { success: false, code: 'reauthentication_required', error: 'x', fields: { password: 'Scrivi la password' } }
  fakeUploads(({ path, fields: { password } }) => {
    sent.push([path, password])
    return Response.json(password === undefined ? required : { success: true, report: { ok: 22, ko: 0, detail: [] } })
  })
  await user.click(await screen.findByRole('radio', { name: /REPLACE/ }))
  await user.click(screen.getByRole('radio', { name: 'CSV' }))
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['id'], 'regioni.csv', { type: 'text/csv' }))
  await user.click(screen.getByRole('button', { name: 'Carica' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Conferma che sei tu' }))
  await user.type(dialog.getByLabelText('La tua password'), 'una frase lunga')
  await user.click(dialog.getByRole('button', { name: 'Continua' }))
  expect(await screen.findByText('Caricamento terminato')).toBeInTheDocument()
  expect(sent).toEqual([undefined, 'una frase lunga'].map((password) => ['/api/admin/ConfTable', password]))
})
