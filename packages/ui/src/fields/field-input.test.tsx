import type { FieldType } from '@registry/domain/fields/field-definition'
import type { Language } from '@registry/domain/language'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { FieldInput, type FieldOption, type FieldValue } from './field-input.tsx'

const options: FieldOption[] = [
  { id: '1', label: 'Talassemia major' },
  { id: '2', label: 'Drepanocitosi' },
]

const Example = ({ kind, initial }: { readonly kind: FieldType; readonly initial: FieldValue }) => {
  const [value, setValue] = useState(initial)
  return (
    <>
      <FieldInput
        id="x"
        type={kind}
        label="Campo"
        unit={kind === 'float' ? 'g/dL' : undefined}
        value={value}
        onChange={setValue}
        options={options}
      />
      <output>{JSON.stringify(value)}</output>
    </>
  )
}
const open = (kind: FieldType, initial: FieldValue = null, language: Language = 'it') =>
  show(<Example kind={kind} initial={initial} />, { language })
const value = () => screen.getByRole('status').textContent

it('an emptied text is null', async () => {
  const user = await open('string', 'a')
  await user.clear(screen.getByRole('textbox', { name: 'Campo' }))
  expect(value()).toBe('null')
})

it('reads a decimal comma and shows the unit', async () => {
  const user = await open('float')
  await user.type(screen.getByRole('textbox', { name: 'Campo (g/dL)' }), '9,5')
  expect(value()).toBe('9.5')
})

it('an integer takes no decimals', async () => {
  const user = await open('integer')
  await user.type(screen.getByRole('textbox', { name: 'Campo' }), '12.')
  expect(value()).toBe('12')
})

it('reads dd/MM/yyyy and returns the ISO day', async () => {
  const user = await open('date')
  await user.type(screen.getByRole('textbox', { name: 'Campo' }), '03/04/2001')
  expect(value()).toBe('"2001-04-03"')
})

it('shows a stored date as dd/MM/yyyy', async () => {
  await open('date', '2001-04-03')
  expect(screen.getByRole('textbox', { name: 'Campo' })).toHaveValue('03/04/2001')
})

it.each([
  ['it', 'Data non valida'],
  ['en', 'Invalid date'],
] as const)('keeps a day that does not exist as typed and shows an error (%s)', async (language, message) => {
  const user = await open('date', null, language)
  const input = screen.getByRole('textbox', { name: 'Campo' })
  await user.type(input, '31/02/2001')
  await user.tab()
  expect(input).toHaveValue('31/02/2001')
  expect(input).toHaveAccessibleDescription(message)
  expect(value()).toBe('"31/02/2001"')
})

it('yes and no are both unchecked at first', async () => {
  const user = await open('boolean')
  const yes = screen.getByRole('radio', { name: 'Sì' })
  expect(yes).not.toBeChecked()
  expect(screen.getByRole('radio', { name: 'No' })).not.toBeChecked()
  await user.click(yes)
  expect(value()).toBe('true')
})

it('offers choices by their labels', async () => {
  const user = await open('choice')
  await user.click(screen.getByRole('combobox', { name: 'Campo' }))
  await user.click(await screen.findByRole('option', { name: 'Drepanocitosi' }))
  expect(value()).toBe('"2"')
})

it('a field of several choices takes several', async () => {
  const user = await open('choices', ['1'])
  await user.click(screen.getByRole('combobox', { name: 'Campo' }))
  await user.click(within(await screen.findByRole('listbox')).getByRole('option', { name: 'Drepanocitosi' }))
  expect(value()).toBe('["1","2"]')
})

it('the calendar has the focus after it has loaded, and its button has it again after Esc', async () => {
  const user = await open('date')
  const button = screen.getByRole('button', { name: 'Apri il calendario' })
  await user.click(button)
  const calendar = await screen.findByRole('table')
  await waitFor(() =>
    expect(within(screen.getByRole('dialog', { name: 'Calendario' })).getByRole('button', { name: 'Mese precedente' })).toHaveFocus(),
  )
  await user.keyboard('{Escape}')
  await waitFor(() => expect(calendar).not.toBeInTheDocument())
  expect(button).toHaveFocus()
})
