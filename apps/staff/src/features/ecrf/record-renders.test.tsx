import { fields, type Field, type FieldName } from '@registry/domain/fields/dictionary'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { medicalRecord, openRecord } from './testing/record.ts'

const restored: (() => void)[] = []
afterEach(() => {
  for (const restore of restored.splice(0)) restore()
})

/** Counts the renders of each field by reads of its hint and minimum, which only its input reads while it renders. */
const countRenders = (): Map<FieldName, number> => {
  const counts = new Map<FieldName, number>()
  const count = (field: Field, property: 'hint' | 'min'): void => {
    const before = Object.getOwnPropertyDescriptor(field, property)
    const get = () => {
      counts.set(field.name, (counts.get(field.name) ?? 0) + 1)
      const stored: unknown = before?.value
      return stored
    }
    Object.defineProperty(field, property, { get, configurable: true, enumerable: true })
    restored.push(() => {
      if (before) Object.defineProperty(field, property, before)
      else Reflect.deleteProperty(field, property)
    })
  }
  for (const field of fields) for (const property of ['hint', 'min'] as const) count(field, property)
  return counts
}

it('REQ-CRF-20: with all sections open a key renders its field only', async () => {
  const user = await openRecord(medicalRecord('RM01-1', { WEIGHT: 60, HB_LAST: 9, DIABETES: true }), { place: 'misc' })
  await user.click(await screen.findByRole('button', { name: 'Apri tutte' }))
  const counts = countRenders()
  for (const name of ['WEIGHT', 'HB_LAST'] as const) {
    const input = document.getElementById(fieldId(name))
    expect(input).toBeInstanceOf(HTMLInputElement)
    await user.click(input!)
    // The first key also changes the buttons of the form.
    for (const key of ['1', '2']) {
      counts.clear()
      await user.keyboard(key)
      expect([...counts.keys()]).toEqual([name])
    }
  }
})
