import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, within } from '@testing-library/react'
import { validationError } from '@registry/domain/error'
import { expect, it } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { listedPatient, medicalRecord } from './testing/record.ts'

const openRecord = async (save?: () => Promise<never>) => {
  serve({
    user: staffUser({ role: 'CenterAdmin', center: 'RM01' }),
    ecrf: {
      patients: async () => ({ patients: [listedPatient('RM01-1')], next: null }),
      choices: async () => ({}),
      read: async (_caller, { code }) => medicalRecord(code, { WEIGHT: 60 }),
      ...(save && { save }),
    },
  })
  const user = await openAt('/ecrf')
  await user.click(await screen.findByRole('button', { name: /RM01-1/ }))
  const list = await screen.findByRole('navigation', { name: 'Sezioni della cartella', hidden: true })
  return { user, list }
}

it('REQ-CRF-06: the list of sections shows completeness, and a choice opens the section and gives it the focus', async () => {
  const { user, list } = await openRecord()
  const items = within(list).getAllByRole('button', { hidden: true })
  expect(items).toHaveLength(12)
  expect(items[0]).toHaveAccessibleName('Dati generali 1/6')
  expect(items[0]).toHaveAccessibleDescription('1 campi compilati su 6')
  expect(screen.queryByRole('textbox', { name: /^Peso/ })).toBeNull()
  await user.click(within(list).getByRole('button', { name: /Dati generali/, hidden: true }))
  expect(screen.getByRole('textbox', { name: /^Peso/ })).toBeVisible()
  expect(document.activeElement).toHaveTextContent('Dati generali')
})

it('REQ-CRF-06: a rejected value is in the summary with the name of its field, and its section is marked', async () => {
  const { user, list } = await openRecord(() =>
    Promise.reject(validationError({ WEIGHT: { code: 'value_too_high', params: { max: 250 } } })),
  )
  await user.click(within(list).getByRole('button', { name: /Dati generali/, hidden: true }))
  const weight = screen.getByRole('textbox', { name: /^Peso/ })
  await user.clear(weight)
  await user.type(weight, '900')
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByRole('link', { name: 'Peso: Valore troppo alto: il massimo è 250' })).toBeVisible()
  expect(within(list).getByRole('button', { name: /Dati generali/, hidden: true })).toHaveAccessibleName('Dati generali da correggere 1/6')
})
