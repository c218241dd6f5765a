import { screen, within } from '@testing-library/react'
import { validationError } from '@registry/domain/error'
import { expect, it } from 'vitest'
import { history } from '../../app/shell.ts'
import { medicalRecord, openRecord } from './testing/record.ts'

const open = async (save?: () => Promise<never>) => {
  const user = await openRecord(medicalRecord('RM01-1', { WEIGHT: 60 }), { ecrf: { ...(save && { save }) } })
  return { user, list: screen.getByRole('navigation', { name: 'Sezioni della cartella', hidden: true }) }
}

it('REQ-CRF-06: the list of sections shows completeness, and a choice opens the section, gives it the focus and is in the address', async () => {
  const { user, list } = await open()
  const items = within(list).getAllByRole('link', { hidden: true })
  expect(items).toHaveLength(12)
  expect(items[0]).toHaveAccessibleName('Dati generali 1/4')
  expect(items[0]).toHaveAccessibleDescription('1 campo compilato su 4')
  expect(screen.queryByRole('textbox', { name: /^Peso/ })).toBeNull()
  await user.click(within(list).getByRole('link', { name: /Dati generali/, hidden: true }))
  expect(await screen.findByRole('textbox', { name: /^Peso/ })).toBeVisible()
  await expect.poll(() => document.activeElement?.textContent).toContain('Dati generali')
  expect(history.location.hash).toBe('#misc')
})

it('REQ-CRF-06: one button opens all sections and closes them', async () => {
  const { user, list } = await open()
  await user.click(within(list).getByRole('button', { name: 'Apri tutte', hidden: true }))
  expect(screen.getByRole('textbox', { name: /^Peso/ })).toBeVisible()
  expect(screen.getByRole('textbox', { name: /^Emoglobina: ultimo/ })).toBeVisible()
  await user.click(within(list).getByRole('button', { name: 'Chiudi tutte', hidden: true }))
  expect(screen.queryByRole('textbox', { name: /^Peso/ })).toBeNull()
})

it('REQ-CRF-06: the address of a field opens its section and gives it the focus', async () => {
  await openRecord(medicalRecord('RM01-1', { WEIGHT: 60 }), { place: 'field-HB_LAST' })
  await expect.poll(() => document.activeElement?.id).toBe('field-HB_LAST')
})

it('REQ-CRF-06: a rejected value is in the bar with the name of its field, and its section is marked', async () => {
  const { user, list } = await open(() => Promise.reject(validationError({ WEIGHT: { code: 'value_too_high', params: { max: 250 } } })))
  await user.click(within(list).getByRole('button', { name: 'Apri tutte', hidden: true }))
  const weight = screen.getByRole('textbox', { name: /^Peso/ })
  await user.clear(weight)
  await user.type(weight, '900')
  await user.keyboard('{Control>}s{/Control}')
  const link = await screen.findByRole('link', { name: 'Peso: Valore troppo alto: il massimo è 250' })
  expect(screen.getByRole('alert'), 'the error summary takes the focus').toHaveFocus()
  expect(within(list).getByRole('link', { name: /Dati generali/, hidden: true })).toHaveAccessibleName('Dati generali da correggere 1/4')
  await user.click(link)
  expect(weight).toHaveFocus()
})
