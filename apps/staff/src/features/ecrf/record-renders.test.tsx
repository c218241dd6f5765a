import type { FieldInput } from '@registry/ui/fields/field-input.tsx'
import { screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, it, vi } from 'vitest'
import { medicalRecord, openRecord } from './testing/record.ts'

const rendered = vi.hoisted((): string[] => [])
vi.mock(import('@registry/ui/fields/field-input.tsx'), async (load) => {
  const { FieldInput: Original, ...others } = await load()
  const Counted = (props: ComponentProps<typeof FieldInput>) => {
    rendered.push(props.id)
    return <Original {...props} />
  }
  return { ...others, FieldInput: Counted }
})

it('REQ-CRF-06: with all sections open, a key renders its own input and no other', async () => {
  const user = await openRecord(medicalRecord('RM01-1', { WEIGHT: 60 }), { place: 'misc' })
  await user.click(screen.getByRole('button', { name: 'Apri tutte', hidden: true }))
  const weight = await screen.findByRole('textbox', { name: /^Peso/ })
  await user.click(weight)
  await screen.findByRole('textbox', { name: /^Emoglobina: ultimo/ })
  rendered.length = 0
  await user.keyboard('1')
  expect(new Set(rendered)).toEqual(new Set(['field-WEIGHT']))
  rendered.length = 0
  await user.keyboard('2')
  expect(new Set(rendered)).toEqual(new Set(['field-WEIGHT']))
})
