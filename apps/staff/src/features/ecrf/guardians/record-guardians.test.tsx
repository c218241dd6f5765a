import type { GuardianList, ListedGuardian } from '@registry/api-contract/guardians'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { medicalRecord, openRecord } from '../testing/record.ts'

const open = (guardians: GuardianList) => openRecord(medicalRecord('RM01-1'), { place: 'guardians', guardians })

it('REQ-GRD-01: a birth date that only the personal data have gives the day of majority', async () => {
  await open({ birthDate: null, majority: '2039-11-01', reachable: true, guardians: [], signed: [], request: null })
  expect(await screen.findByText('Maggiore età: 01/11/2039')).toBeVisible()
  expect(screen.queryByText(/Data di nascita alla registrazione/)).not.toBeInTheDocument()
  expect(screen.getByText('Nessun tutore.')).toBeVisible()
})

const guardian = (id: number, given: Partial<ListedGuardian>): ListedGuardian => ({
  id,
  kind: 'PARENT',
  mustSign: true,
  reason: null,
  evidence: 'ID_SEEN',
  surname: 'FERRI',
  name: 'BRUNO',
  contact: 'bruno@example.org',
  validUntil: null,
  state: 'active',
  createdAt: '2026-10-02T08:00:00.000Z',
  createdBy: 'ca@example.org',
  endedAt: null,
  endedBy: null,
  endReason: null,
  ...given,
})

it('REQ-GRD-03: the centre reads whose signature is missing', async () => {
  const guardians = [guardian(1, { surname: 'RICCI', name: 'ANNA' }), guardian(2, { state: 'pending' })]
  await open({ birthDate: '2020-01-15', majority: '2038-01-15', reachable: true, guardians, signed: [1], request: null })
  expect(await screen.findByText(/^Ha già risposto sì: Anna Ricci\. .* anche: Bruno Ferri\./)).toBeVisible()
})

it('REQ-GRD-01: the form names each missing field, and the birth date is typed like every other date', async () => {
  const user = await open({ birthDate: null, majority: null, reachable: true, guardians: [], signed: [], request: null })
  await user.click(await screen.findByRole('button', { name: 'Aggiungi un tutore' }))
  await user.click(screen.getByRole('button', { name: 'Aggiungi e invita' }))
  const listErrors = () =>
    within(screen.getByRole('alert'))
      .getAllByRole('link')
      .map(({ textContent }) => textContent?.replace(/: .*/, ''))
  expect(listErrors()).toEqual(['Data di nascita del paziente', 'Cognome', 'Nome', 'E-mail'])
  await user.click(screen.getByRole('textbox', { name: 'Data di nascita del paziente' }))
  await user.paste('3.2.2018')
  await user.tab()
  expect(screen.getByRole('textbox', { name: 'Data di nascita del paziente' })).toHaveValue('03/02/2018')
  expect(listErrors()).toEqual(['Cognome', 'Nome', 'E-mail'])
})

it('REQ-GRD-01: one who must sign is asked why nobody else must', async () => {
  const user = await open({
    birthDate: '2020-01-15',
    majority: '2038-01-15',
    reachable: true,
    guardians: [guardian(1, { mustSign: false })],
    signed: [],
    request: null,
  })
  await user.click(await screen.findByRole('button', { name: 'Aggiungi un tutore' }))
  expect(screen.getByRole('combobox', { name: /Perché firma uno solo/ })).toBeVisible()
})
