import type { Setting } from '@registry/api-contract/settings'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { validationError } from '@registry/domain/error'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const setting = (key: Setting['key'], value: string, changed: Partial<Setting> = {}): Setting => ({
  key,
  value,
  version: 3,
  changedAt: null,
  changedBy: null,
  ...changed,
})
let settings: Setting[]
beforeEach(() => {
  settings = [
    setting('password_day_duration', '0'),
    setting('password_min_strength', '3'),
    setting('otp_minute_duration', '5', { changedAt: '2026-11-02T09:00:00.000Z', changedBy: 'ga@example.org' }),
    setting('anonymous_publish_days', '30'),
    setting('guardian_signatures', '2'),
    setting('assent_age', '12'),
    setting('assent_blocks', 'true'),
    setting('majority_grace_days', '90'),
    setting('minor_sees_record_age', '14'),
    setting('guardian_sees_from_14', 'all'),
    setting('record_delay_days', '0'),
    setting('observation_difference_percent', '20'),
    setting('staff_totp_required', 'false'),
  ]
})

const open = async (change = vi.fn(async () => settings)) => {
  serve({ user: staffUser({ role: 'GlobalAdmin', areaid: 'W' }), settings: { list: async () => settings, change } })
  return { user: await openAt('/globalconfig'), change }
}

describe('REQ-ADM-14: the global configuration', () => {
  it('shows each parameter with its code, its value, and who changed it when', async () => {
    await open()
    const row = within(await screen.findByRole('table')).getByRole('row', { name: /otp_minute_duration/ })
    expect(row).toHaveTextContent('5')
    expect(row).toHaveTextContent(/02\/11\/2026.*, ga@example\.org/)
    expect(screen.getByRole('row', { name: /staff_totp_required/ })).toHaveTextContent('No')
    expect(screen.getByRole('button', { name: 'Versioni del questionario' })).toBeEnabled()
  })

  it('sends only the changed parameters, with the version that was read', async () => {
    const { user, change } = await open()
    await user.click(await screen.findByRole('button', { name: 'Modifica i parametri' }))
    const minutes = screen.getByRole('textbox', { name: 'Durata dei codici di accesso, in minuti' })
    await user.clear(minutes)
    await user.type(minutes, '8')
    await user.click(screen.getByRole('checkbox', { name: 'App di autenticazione obbligatoria per gli operatori' }))
    await user.click(screen.getByRole('button', { name: 'Salva' }))
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(change).toHaveBeenCalledWith(
      expect.anything(),
      {
        settings: [
          { key: 'otp_minute_duration', value: '8', version: 3 },
          { key: 'staff_totp_required', value: 'true', version: 3 },
        ],
      },
      expect.anything(),
    )
  })

  it('rejects a value beyond its limits before it is sent', async () => {
    const { user, change } = await open()
    await user.click(await screen.findByRole('button', { name: 'Modifica i parametri' }))
    const minutes = screen.getByRole('textbox', { name: 'Durata dei codici di accesso, in minuti' })
    await user.clear(minutes)
    await user.type(minutes, '11')
    await user.click(screen.getByRole('button', { name: 'Salva' }))
    expect(within(await screen.findByRole('alert')).getByText(/Inserisci un numero intero da 1 a 10/)).toBeInTheDocument()
    expect(change).not.toHaveBeenCalled()
  })

  it('shows who changed a parameter in between, and keeps what was typed', async () => {
    const change = vi.fn(async () => {
      throw validationError({ password_min_strength: { code: 'setting_changed', params: { who: 'ga@example.org', value: '4' } } })
    })
    const { user } = await open(change)
    await user.click(await screen.findByRole('button', { name: 'Modifica i parametri' }))
    const strength = screen.getByRole('textbox', { name: 'Forza minima delle password' })
    await user.clear(strength)
    await user.type(strength, '2')
    await user.click(screen.getByRole('button', { name: 'Salva' }))
    expect(
      within(await screen.findByRole('alert')).getByText(/ga@example\.org ha già modificato questo parametro \(4\)/),
    ).toBeInTheDocument()
    expect(strength).toHaveValue('2')
  })
})
