import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const home = { tasks: [], patients: null, cohort: null, areas: [], deletionRequests: [] }
const paper = {
  id: '0199a8a6-0000-4000-8000-000000000001',
  formNumber: '7K3M-Q2XP',
  centre: 'RM01',
  code: 'RM01-7',
  surname: 'VERDI',
  name: 'ANNA',
  signedOn: '2026-11-20',
  language: 'it' as const,
  signers: [null, 'NERI MARCO'],
  answers: [{ field: 'C_DB_M', question: 'Permetti i dati clinici?', answer: 'Sì' }],
  scanType: 'image/png' as const,
  recordedBy: 'anna@example.org',
  recordedAt: '2026-11-21T10:00:00.000Z',
  own: false,
}

const open = async (own: boolean) => {
  const verify = vi.fn(async () => ({ superseded: [] }))
  const refuse = vi.fn(async () => undefined)
  const pending = vi.fn(async () => (verify.mock.calls.length + refuse.mock.calls.length > 0 ? [] : [{ ...paper, own }]))
  serve({
    user: staffUser({ role: 'CenterAdmin', center: 'RM01' }),
    home: { staff: async () => home },
    paperConsents: { pending, verify, refuse, scan: async () => ({ name: 'x.png', type: 'image/png', content: 'iVBORw0KGgo=' }) },
  })
  const user = await openAt('/uhome')
  const form = within(await screen.findByRole('region', { name: 'Modulo 7K3M-Q2XP' }))
  await user.click(form.getByText('Verdi Anna'))
  return { user, form, verify, refuse }
}

it('THREAT-71: a form is confirmed only after its scan was opened and compared', async () => {
  const { user, form, verify } = await open(false)
  expect(form.getByText('Permetti i dati clinici?')).toBeInTheDocument()
  expect(form.getByText('Hanno firmato: il paziente, Neri Marco')).toBeInTheDocument()
  expect(form.getByRole('button', { name: 'Verifica' })).toBeDisabled()
  expect(form.getByRole('checkbox')).toBeDisabled()
  await user.click(form.getByRole('button', { name: 'Apri la scansione' }))
  await expect.poll(() => form.getByRole('checkbox').hasAttribute('disabled')).toBe(false)
  await user.click(form.getByRole('checkbox', { name: 'Ho confrontato il modulo con la scansione' }))
  await user.click(form.getByRole('button', { name: 'Verifica' }))
  await expect.poll(() => screen.queryByRole('region', { name: 'Consensi da verificare' })).toBeNull()
  expect(verify.mock.calls).toHaveLength(1)
})

it('REQ-CON-32: a form is refused with a reason', async () => {
  const { user, form, refuse } = await open(false)
  await user.click(form.getByRole('button', { name: 'Rifiuta' }))
  expect(form.getByRole('button', { name: 'Conferma il rifiuto' })).toBeDisabled()
  await user.type(form.getByRole('textbox', { name: 'Motivo del rifiuto' }), 'Firma illeggibile')
  await user.click(form.getByRole('button', { name: 'Conferma il rifiuto' }))
  await expect.poll(() => screen.queryByRole('region', { name: 'Consensi da verificare' })).toBeNull()
  expect(refuse).toHaveBeenCalledWith(expect.anything(), { id: paper.id, reason: 'Firma illeggibile' }, expect.anything())
})

it('REQ-CON-32: the person who recorded a form has no button for it', async () => {
  const { form } = await open(true)
  expect(form.getByText(/^Lo hai registrato tu/)).toBeInTheDocument()
  expect(form.queryByRole('button')).toBeNull()
})
