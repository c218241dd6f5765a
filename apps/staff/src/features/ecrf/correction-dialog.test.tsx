import type { Services } from '@registry/api-contract/services'
import { validationError } from '@registry/domain/error'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { medicalRecord, openRecord } from './testing/record.ts'

const record = medicalRecord('RM-1', { login_mode: 'Email', email: 'ada@example.org', mobile_prefix: '+39', mobile: '3331234567' })
const pending = {
  contact: 'nuova@example.org',
  at: '2026-11-28T10:00:00.000Z',
  actor: 'ca@example.org',
  expiresAt: '2026-12-05T10:00:00.000Z',
}

/** Opens the dialog in the record. */
const open = async (correct: Services['ecrf']['correct']) => {
  const user = await openRecord(record, { place: 'summary', ecrf: { correct } })
  await user.click(await screen.findByRole('button', { name: 'Correggi la registrazione' }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

describe('the correction of a registration (REQ-PAT-24)', () => {
  it('sends what it shows with the reason, and shows what happens to the contact', async () => {
    const correct = vi.fn<Services['ecrf']['correct']>(async () => ({ record: { ...record, pendingContact: pending }, contact: 'pending' }))
    const { user, dialog } = await open(correct)
    const surname = dialog.getByLabelText(/Cognome/)
    await user.clear(surname)
    await user.type(surname, 'Verdi')
    await user.type(dialog.getByLabelText(/Motivo/), 'scritto male')
    await user.click(dialog.getByRole('button', { name: 'Correggi' }))
    expect(await screen.findByText(/nuova@example.org aspetta la conferma/)).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    const shown = { code: 'RM-1', surname: 'Verdi', name: 'ADA', loginMode: 'Email', email: 'ada@example.org', mobile: '+393331234567' }
    expect(correct).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ ...shown, reason: 'scritto male' }),
      expect.anything(),
    )
  })

  it('without a reason sends nothing, and shows a rejected contact at its field', async () => {
    const correct = vi.fn<Services['ecrf']['correct']>(() => Promise.reject(validationError({ email: { code: 'record_contact_taken' } })))
    const { user, dialog } = await open(correct)
    await user.click(dialog.getByRole('button', { name: 'Correggi' }))
    expect(correct).not.toHaveBeenCalled()
    await user.type(dialog.getByLabelText(/Motivo/), 'scritto male')
    await user.click(dialog.getByRole('button', { name: 'Correggi' }))
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(/Un altro paziente/))
  })
})
