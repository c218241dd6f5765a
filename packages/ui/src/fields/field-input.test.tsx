import type { FieldType } from '@registry/domain/fields/field-definition'
import type { Language } from '@registry/domain/language'
import { getField } from '@registry/domain/fields/dictionary'
import { buildReader } from '@registry/domain/fields/reader'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
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

it.each(['12a', '1.2.3', '1e3', '1.200', '1 200'])('keeps %s as typed and shows an error (REQ-IMP-03)', async (text) => {
  const user = await open('integer')
  const input = screen.getByRole('textbox', { name: 'Campo' })
  await user.type(input, text)
  await user.tab()
  expect(input).toHaveValue(text)
  expect(input).toBeInvalid()
  expect(input).toHaveAccessibleDescription(
    text === '1.200' ? 'Il punto può separare le migliaia o i decimali: scrivi 1200 oppure 1,2' : 'Numero non valido',
  )
  expect(value()).toBe(JSON.stringify(text))
})

it.each([
  ['it', '1.234,5', '1234.5', '1234,5'],
  ['it', '\u22122,5', '-2.5', '-2,5'],
  ['it', '12.', '12', '12'],
  ['en', '1.200', '1.2', '1.2'],
  ['en', '\u22122.5', '-2.5', '-2.5'],
] as const)('pasted or typed in %s, %s is %s and is shown as %s', async (language, text, stored, shown) => {
  const user = await open('integer', null, language)
  const input = screen.getByRole('textbox', { name: 'Campo' })
  for (const enter of [() => user.type(input, text), () => user.paste(text)]) {
    await user.clear(input)
    await enter()
    await user.tab()
    expect(value()).toBe(stored)
    expect(input).toHaveValue(shown)
    await user.click(input)
  }
})

it('arrow keys change no value', async () => {
  const user = await open('float', 9.4)
  await user.click(screen.getByRole('textbox', { name: 'Campo (g/dL)' }))
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{PageDown}')
  expect(value()).toBe('9.4')
  expect(screen.getByRole('textbox')).toHaveValue('9,4')
})

it('a telephone shows a pad that can type the value', async () => {
  await show(<FieldInput id="x" type="float" label="Emoglobina" value={null} onChange={() => undefined} nonNegative />)
  expect(screen.getByRole('textbox')).toHaveAttribute('inputmode', 'decimal')
  cleanup()
  await show(<FieldInput id="x" type="float" label="T-score" value={null} onChange={() => undefined} />)
  expect(screen.getByRole('textbox')).toHaveAttribute('inputmode', 'text')
})

/** The value of a file with the delimiter `;`, or the text that the file rejects. */
const readFromFile = (text: string): number | string | null => {
  const { min: _min, max: _max, ...field } = getField('FERRITIN')
  const reading = buildReader(field, { today: '2026-03-01', decimalComma: true, referenceIds: () => new Set() }).text(text)
  return reading.error ? text : reading.text === null ? null : Number(reading.text)
}

it('typed, pasted and imported, a text is the same number or is rejected (REQ-IMP-03)', async () => {
  await open('float')
  const input = screen.getByRole('textbox')
  const enter = (text: string): unknown => {
    fireEvent.change(input, { target: { value: text } })
    fireEvent.blur(input)
    return JSON.parse(value())
  }
  const texts = fc.string({ unit: fc.constantFrom(...'0123456789.,-+\u2212\u2013 %a<'.split('')), maxLength: 9 })
  fc.assert(
    fc.property(texts, (text) => {
      for (let length = 1; length <= text.length; length += 1) enter(text.slice(0, length))
      const typed = enter(text)
      enter('')
      expect(enter(text)).toBe(typed)
      expect(typed).toBe(readFromFile(text))
      if (typed === text) expect(input).toBeInvalid()
    }),
    { numRuns: 60 },
  )
})

it.each(['3/2/2001', '03022001', '03.02.2001', '3.2.2001', '3/2/01', '030201', '2001-02-03T00:00:00', '03/02/2001 00:00'])(
  'REQ-UI-08: reads the date %s',
  async (text) => {
    const user = await open('date')
    const input = screen.getByRole('textbox', { name: 'Campo' })
    await user.type(input, text)
    await user.tab()
    expect(value()).toBe('"2001-02-03"')
    expect(input).toHaveValue('03/02/2001')
    expect(input).toHaveAttribute('inputmode', 'numeric')
  },
)

it('REQ-UI-08: an empty date has a button that enters today', async () => {
  const user = await open('date')
  await user.click(screen.getByRole('button', { name: 'Oggi: Campo' }))
  expect(value()).toBe(JSON.stringify(new Date().toLocaleDateString('sv-SE')))
  expect(screen.queryByRole('button', { name: /^Oggi/ })).toBeNull()
})

it('a score has its name once in the label', async () => {
  await show(<FieldInput id="x" type="float" label="DEXA femore totale: T-score" unit="T-score" value={null} onChange={() => undefined} />)
  expect(screen.getByRole('textbox', { name: 'DEXA femore totale: T-score' })).toBeVisible()
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
  expect(screen.getByText(message, { exact: true })).toBeVisible()
  expect(input).toHaveAccessibleDescription(/03022001/)
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
