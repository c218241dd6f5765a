import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { history } from '../shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { listedPatient, recordId } from '../../features/ecrf/testing/record.ts'

const search = vi.fn(async () => ({ patients: [listedPatient('RM01-2')], next: null, count: 1 }))

const openSearch = async (role: 'CenterAdmin' | 'UserAdmin') => {
  search.mockClear()
  serve({
    user: staffUser(role === 'CenterAdmin' ? { role, center: 'RM01' } : { role, areaid: 'IT' }),
    ecrf: { patients: search, choices: async () => ({}) },
    savedFilters: { list: async () => [] },
    studies: { list: async () => [] },
  })
  const user = await openAt('/changepasswd')
  await screen.findByRole('button', { name: 'Cerca (Ctrl K)' })
  await user.keyboard('{Control>}k{/Control}')
  return { user, dialog: await screen.findByRole('dialog', { name: 'Cerca' }) }
}

it('REQ-UI-27: Ctrl-K finds a patient of the centre, and Enter opens the record', async () => {
  const { user, dialog } = await openSearch('CenterAdmin')
  await user.type(within(dialog).getByRole('textbox'), 'ros')
  expect(await within(dialog).findByRole('link', { name: /RM01-2 ROSSI ADA/ })).toHaveAttribute('href', `/ecrf/${recordId('RM01-2')}`)
  expect(history.location.href).not.toContain('ros')
})

it('REQ-UI-27: a page opens with Enter, and the search reads no patients for a role without them', async () => {
  const { user, dialog } = await openSearch('UserAdmin')
  await user.type(within(dialog).getByRole('textbox'), 'centri{Enter}')
  await expect.poll(() => history.location.pathname).toBe('/centri')
  expect(search).not.toHaveBeenCalled()
})
