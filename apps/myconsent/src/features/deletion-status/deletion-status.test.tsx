import { AppError } from '@registry/domain/error'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { DeletionCheck } from '@registry/api-contract/deletion-status'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const code = '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV'

const waiting = { dueOn: '2026-12-31', confirmedOn: null }
const confirmed = { dueOn: '2026-12-31', confirmedOn: '2026-12-05' }

const serveCheck = (answer: DeletionCheck) => {
  const check = vi.fn(async () => answer)
  serve({ deletionStatus: { check } })
  return check
}
const typeCode = async (typed: string) => {
  const user = await openAt('/stato_ritiro')
  await user.type(await screen.findByRole('textbox', { name: 'Codice del ritiro' }), typed)
  await user.click(screen.getByRole('button', { name: 'Mostra lo stato' }))
}

describe('the status of a withdrawal (REQ-CON-17)', () => {
  it.each([
    [[confirmed, confirmed, confirmed, waiting], '3 di 4 destinatari hanno confermato', 'Abbiamo chiesto a tutti di cancellare i file'],
    [[waiting], '0 di 1 destinatario ha confermato', 'Deve confermare entro il 31/12/2026'],
    [[confirmed, waiting], '1 di 2 destinatari hanno confermato', 'Ha confermato il 05/12/2026'],
    [[confirmed, confirmed], '2 di 2 destinatari hanno confermato', 'Tutti hanno cancellato i file'],
  ])('%j is shown as: %s', async (recipients, title, text) => {
    const check = serveCheck({ found: true, recipients, lastDay: '2028-12-31' })
    await typeCode(code)
    const status = await screen.findByText(title)
    expect(status.closest('[role=status]')).toHaveTextContent(text)
    expect(status.closest('[role=status]')).toHaveTextContent('Il codice funziona fino al 31/12/2028.')
    expect(check).toHaveBeenCalledWith(expect.anything(), { code }, expect.anything())
  })

  it('takes the code of a link immediately, and removes it from the address (THREAT-59)', async () => {
    const check = serveCheck({ found: true, recipients: [confirmed, waiting], lastDay: '2028-12-31' })
    await openAt(`/stato_ritiro#${code}`)
    expect(await screen.findByText('1 di 2 destinatari hanno confermato')).toBeInTheDocument()
    expect(check).toHaveBeenCalledWith(expect.anything(), { code }, expect.anything())
    await waitFor(() => expect(history.location.hash).toBe(''))
    expect(screen.getByRole('textbox', { name: 'Codice del ritiro' })).toHaveValue(code)
  })

  it('shows that no withdrawal has the code', async () => {
    serveCheck({ found: false })
    await typeCode('x')
    expect(await screen.findByRole('alert')).toHaveTextContent('Nessun ritiro ha questo codice')
  })

  it('asks for a code', async () => {
    const check = serveCheck({ found: false })
    await typeCode(' ')
    expect(screen.getAllByText('Scrivi il codice del ritiro').length).toBeGreaterThan(0)
    expect(check).not.toHaveBeenCalled()
  })

  it('shows the error of the server', async () => {
    serve({ deletionStatus: { check: () => Promise.reject(new AppError('too_many_attempts', { seconds: 10 })) } })
    await typeCode(code)
    expect(await screen.findByRole('alert')).toHaveTextContent('10 secondi')
  })
})
