import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const centres = [
  { code: 'MI01', name: 'Milano' },
  { code: 'RM01', name: 'Roma' },
]
const user = { ...staffUser({ role: 'CenterAdmin', center: 'RM01' }, { role: 'CenterAdmin', center: 'MI01' }), centres }
const patients = async () => ({ patients: [], next: null, count: 0 })

it('REQ-IMP-09: a CenterAdmin of two centres chooses one before any page', async () => {
  const chooseCentre = vi.fn(async () => {})
  serve({ user, session: { chooseCentre }, ecrf: { patients } })
  const visitor = await openAt('/ecrf')
  await visitor.click(await screen.findByRole('button', { name: 'MI01 · Milano' }))
  await waitFor(() => expect(chooseCentre).toHaveBeenCalledWith(expect.anything(), { centre: 'MI01' }, expect.anything()))
  expect(screen.queryByRole('textbox', { name: 'Cerca un paziente' })).not.toBeInTheDocument()
})

it('REQ-IMP-09: the header shows the chosen centre and changes it', async () => {
  const chooseCentre = vi.fn(async () => {})
  serve({ user: { ...user, centre: 'RM01' }, session: { chooseCentre }, ecrf: { patients } })
  const visitor = await openAt('/ecrf')
  const select = await screen.findByRole('combobox', { name: 'Centro per cui lavori' })
  expect(select).toHaveValue('RM01')
  await visitor.selectOptions(select, 'MI01')
  await waitFor(() => expect(chooseCentre).toHaveBeenCalledWith(expect.anything(), { centre: 'MI01' }, expect.anything()))
})
