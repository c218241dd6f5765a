import { validationError } from '@registry/domain/error'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const secret = 'kq2Zc0f7mXv1nR8sT3uW5yA9bD4eG6hJ_kL-oP0qRsT'
const send = { name: 'Manda il codice' }
const sent = { codeSent: { channel: 'mail' as const, againInSeconds: 60, validMinutes: 5 } }

describe('the page that confirms a corrected contact (REQ-PAT-24)', () => {
  it('takes the secret from the address, sends a code when asked, and confirms with it', async () => {
    const sendCorrectionCode = vi.fn(async () => sent)
    const confirmCorrection = vi.fn(async () => ({ confirmed: true }))
    serve({ personalData: { sendCorrectionCode, confirmCorrection } })
    const user = await openAt(`/conferma_recapito#${secret}`)
    const button = await screen.findByRole('button', send)
    await waitFor(() => expect(history.location.hash).toBe(''))
    expect(sendCorrectionCode).not.toHaveBeenCalled()
    await user.click(button)
    await user.type(await screen.findByLabelText('Codice'), '123456')
    await user.click(screen.getByRole('button', { name: 'Conferma' }))
    expect(await screen.findByText('Il nuovo recapito è confermato')).toBeInTheDocument()
    expect(confirmCorrection).toHaveBeenCalledWith(expect.anything(), { secret, otp: '123456' }, expect.anything())
    expect(screen.getByRole('link', { name: 'Entra' })).toHaveAttribute('href', '/loginp')
  })

  it('keeps a rejected code in its field, and sends another one after a minute', async () => {
    const confirmCorrection = () => Promise.reject(validationError({ otp: { code: 'code_refused' } }))
    serve({ personalData: { sendCorrectionCode: async () => sent, confirmCorrection } })
    const user = await openAt(`/conferma_recapito#${secret}`)
    await user.click(await screen.findByRole('button', send))
    await user.type(await screen.findByLabelText('Codice'), '123456')
    await user.click(screen.getByRole('button', { name: 'Conferma' }))
    await waitFor(() => expect(screen.getByLabelText('Codice')).toHaveAccessibleDescription(/Codice non corretto/))
    expect(screen.getByRole('button', { name: /^Manda un altro codice \((60|59) s\)$/ })).toBeDisabled()
  })

  it('shows that an old link confirms nothing, and whom to ask', async () => {
    serve({ personalData: { sendCorrectionCode: async () => ({ codeSent: null }) } })
    const user = await openAt(`/conferma_recapito#${secret}`)
    await user.click(await screen.findByRole('button', send))
    expect(await screen.findByRole('alert')).toHaveTextContent('Chiedi al tuo centro')
  })
})
