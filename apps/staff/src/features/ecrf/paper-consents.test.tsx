import { AppError } from '@registry/domain/error'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { medicalRecord, openRecord } from './testing/record.ts'

const printed = {
  formNumber: '7K3M-Q2XP',
  language: 'it' as const,
  printedAt: '2026-11-20T10:00:00.000Z',
  printedBy: 'ca@example.org',
  questions: [
    { field: 'C_DB_M', text: 'Permetti i dati clinici?', options: ['Sì', 'No'] },
    { field: 'C_INCIDENTAL', text: 'Come vuoi saperlo?', options: ['Dal mio medico', 'Da un altro medico', 'Preferisco non saperlo'] },
  ],
}
const forms = { printed: [printed], recorded: [], guardians: [{ id: 7, name: 'NERI MARTA' }] }
const scan = new File(['x'], 'modulo.png', { type: 'image/png' })

const openDialog = async (record = vi.fn(async () => ({ id: '0199a8a6-0000-4000-8000-000000000001' }))) => {
  const papers = { ofPatient: async () => forms, record }
  const user = await openRecord(medicalRecord('RM01-1'), { place: 'summary', papers })
  const open = await screen.findByRole('button', { name: 'Registra un modulo firmato' })
  await expect.poll(() => open.hasAttribute('disabled')).toBe(false)
  await user.click(open)
  return { user, record, dialog: within(await screen.findByRole('dialog', { name: 'Registra un modulo firmato' })) }
}

it('REQ-CON-31: a signed form is recorded with the answers, the day, the signers and the scan', async () => {
  const { user, record, dialog } = await openDialog()
  await user.type(dialog.getByRole('textbox', { name: 'Numero del modulo' }), '7k3m q2xp')
  await user.click(within(dialog.getByRole('radiogroup', { name: 'Permetti i dati clinici?' })).getByRole('radio', { name: 'Sì' }))
  await user.click(
    within(dialog.getByRole('radiogroup', { name: 'Come vuoi saperlo?' })).getByRole('radio', { name: 'Preferisco non saperlo' }),
  )
  await user.type(dialog.getByRole('textbox', { name: 'Giorno della firma' }), '20/11/2026')
  await user.click(dialog.getByRole('checkbox', { name: 'Neri Marta' }))
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, scan)
  await user.click(dialog.getByRole('button', { name: 'Registra' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(record).toHaveBeenCalledWith(
    expect.anything(),
    {
      code: 'RM01-1',
      formNumber: '7k3m q2xp',
      answers: { C_DB_M: true, C_INCIDENTAL: 3 },
      signedOn: '2026-11-20',
      signers: [7],
      scan: { name: 'modulo.png', content: btoa('x') },
    },
    expect.anything(),
  )
})

it('REQ-CON-31: an incomplete form is not sent, and says what is missing', async () => {
  const { user, record, dialog } = await openDialog()
  const number = dialog.getByRole('textbox', { name: 'Numero del modulo' })
  const register = () => user.click(dialog.getByRole('button', { name: 'Registra' }))
  const listErrors = async () =>
    within(await dialog.findByRole('alert'))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  const others = ['Giorno della firma: Campo obbligatorio', 'Chi ha firmato: Campo obbligatorio', 'Scansione: Campo obbligatorio']
  await register()
  expect(await listErrors()).toEqual(['Numero del modulo: Campo obbligatorio', ...others])
  await user.type(number, '0000-0000')
  await register()
  expect(await listErrors()).toEqual([expect.stringMatching(/^Numero del modulo: Nessun modulo/), ...others])
  await user.clear(number)
  await user.type(number, '7k3m q2xp')
  await register()
  expect(await listErrors()).toEqual(expect.arrayContaining([expect.stringMatching(/^Risposte: /), ...others]))
  expect(record).not.toHaveBeenCalled()
})

it('REQ-CON-33: the desk link is shown with its end, and a refusal says why', async () => {
  const link = 'https://consent.example.org/consenso_ambulatorio#kq2Zc0f7mXv1nR8sT3uW5yA9bD4eG6hJ_kL-oP0qRsT'
  const start = vi.fn(async () => ({ link, endsAt: '2026-11-29T17:30:00.000Z' }))
  const user = await openRecord(medicalRecord('RM01-1'), { place: 'summary', papers: { ofPatient: async () => forms }, desk: { start } })
  await user.click(await screen.findByRole('button', { name: 'Consenso in ambulatorio' }))
  expect(await screen.findByRole('link', { name: link })).toHaveAttribute('href', link)
  expect(screen.getByRole('img', { name: 'Codice QR con l’indirizzo per il paziente' })).toBeInTheDocument()
  expect(screen.getByText(/^Funziona una volta sola, fino al 29\/11\/2026/)).toBeInTheDocument()
  expect(start).toHaveBeenCalledWith(expect.anything(), { code: 'RM01-1' }, expect.anything())
  start.mockRejectedValue(new AppError('consent_withdrawn'))
  await user.click(screen.getByRole('button', { name: 'Consenso in ambulatorio' }))
  expect(await screen.findByText(/ritirato/)).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: link })).toBeNull()
})
