import type { GuardianList } from '@registry/api-contract/guardians'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { medicalRecord, openRecord } from '../testing/record.ts'

const open = (guardians: GuardianList) => openRecord(medicalRecord('RM01-1'), { place: 'guardians', guardians })

it('REQ-GRD-01: a birth date that only the personal data have gives the day of majority', async () => {
  await open({ birthDate: null, majority: '2039-11-01', reachable: true, guardians: [], request: null })
  expect(await screen.findByText('Maggiore età: 01/11/2039')).toBeVisible()
  expect(screen.queryByText(/Data di nascita alla registrazione/)).not.toBeInTheDocument()
  expect(screen.getByText('Nessun tutore.')).toBeVisible()
})
