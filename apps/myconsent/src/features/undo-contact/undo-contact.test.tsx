import { AppError } from '@registry/domain/error'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const secret = 'kq2Zc0f7mXv1nR8sT3uW5yA9bD4eG6hJ_kL-oP0qRsT'
const button = { name: 'Annulla il cambio' }

const serveUndo = (undone: boolean, byCentre = false) => {
  const undoContactChange = vi.fn(async () => ({ undone, byCentre }))
  serve({ personalData: { undoContactChange } })
  return undoContactChange
}

describe('the page that undoes a change of contact (REQ-PAT-20)', () => {
  it('takes the secret from the address and asks before it changes anything', async () => {
    const undo = serveUndo(true)
    const user = await openAt(`/annulla_recapito#${secret}`)
    await screen.findByRole('button', button)
    await waitFor(() => expect(history.location.hash).toBe(''))
    expect(undo).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', button))
    expect(await screen.findByText('Il recapito di prima è tornato')).toBeInTheDocument()
    expect(undo).toHaveBeenCalledWith(expect.anything(), { secret }, expect.anything())
    expect(screen.getByRole('link', { name: 'Scegli un’altra password' })).toHaveAttribute('href', '/forgot_password_patient')
    expect(screen.queryByRole('button', button)).not.toBeInTheDocument()
  })

  it('REQ-PAT-24: shows that the correction of the centre is undone', async () => {
    serveUndo(true, true)
    const user = await openAt(`/annulla_recapito#${secret}`)
    await user.click(await screen.findByRole('button', button))
    expect(await screen.findByText('Vale il recapito di prima')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Scegli un’altra password' })).not.toBeInTheDocument()
  })

  it('shows that a used or old link changed nothing, and whom to inform', async () => {
    serveUndo(false)
    const user = await openAt(`/annulla_recapito#${secret}`)
    await user.click(await screen.findByRole('button', button))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Il link non è più valido')
    expect(alert).toHaveTextContent('Avvisa subito il tuo centro')
  })

  it('without a link there is nothing to press', async () => {
    serveUndo(true)
    await openAt('/annulla_recapito')
    expect(await screen.findByText(/Apri il link del messaggio/)).toBeInTheDocument()
    expect(screen.queryByRole('button', button)).not.toBeInTheDocument()
  })

  it('after a failure the person can press again', async () => {
    serve({ personalData: { undoContactChange: () => Promise.reject(new AppError('too_many_attempts', { seconds: 10 })) } })
    const user = await openAt(`/annulla_recapito#${secret}`)
    await user.click(await screen.findByRole('button', button))
    expect(await screen.findByRole('alert')).toHaveTextContent('10 secondi')
    expect(screen.getByRole('button', button)).toBeEnabled()
  })
})
