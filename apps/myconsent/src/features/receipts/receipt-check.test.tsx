import { AppError } from '@registry/domain/error'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { maxReceiptBytes, type ReceiptCheck } from '@registry/api-contract/receipts'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const code = '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV'
const newest: ReceiptCheck = { valid: true, at: '2026-11-20T10:31:00.000Z', version: 3, language: 'it', state: 'newest' }

const serveChecks = (check: ReceiptCheck) => {
  const checkCode = vi.fn(async () => check)
  const checkFile = vi.fn(async (_caller: unknown, _input: { readonly file: string }) => check)
  serve({ receipts: { checkCode, checkFile } })
  return { checkCode, checkFile }
}
const typeCode = async (typed: string) => {
  const user = await openAt('/verifica_ricevuta')
  await user.type(await screen.findByRole('textbox', { name: 'Codice della ricevuta' }), typed)
  await user.click(screen.getByRole('button', { name: 'Verifica il codice' }))
}
const chooseFile = async (file: File) => {
  const user = await openAt('/verifica_ricevuta')
  await screen.findByRole('button', { name: 'Scegli il file' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
}

describe('the page that checks receipts (REQ-CON-16)', () => {
  it('checks a typed code and shows day, version and state', async () => {
    const { checkCode } = serveChecks(newest)
    await typeCode(code)
    expect(await screen.findByText('La ricevuta è valida')).toBeInTheDocument()
    expect(screen.getByText('Testo dei consensi')).toBeInTheDocument()
    expect(screen.getByText('versione 3')).toBeInTheDocument()
    expect(checkCode).toHaveBeenCalledWith(expect.anything(), { code }, expect.anything())
  })

  it.each([
    ['a code with blanks and in small letters', ' 0123 4567 89ab cdef ghjk mnpq rstv\n', code],
    ['a code without separators', code.replaceAll('-', ''), code],
    ['another text, cut as far as a code can be long', `no code ${'x'.repeat(200)}`, `no code ${'x'.repeat(92)}`],
  ])('pastes %s', async (_what, copied, shown) => {
    serveChecks(newest)
    const user = await openAt('/verifica_ricevuta')
    const field = await screen.findByRole('textbox', { name: 'Codice della ricevuta' })
    await navigator.clipboard.writeText(copied)
    await user.click(screen.getByRole('button', { name: 'Incolla: Codice della ricevuta' }))
    await waitFor(() => expect(field).toHaveValue(shown))
    expect(field).toHaveFocus()
  })

  it.each([
    ['the clipboard is empty', async () => '', 'Negli appunti non c’è testo'],
    [
      'the browser denies it',
      () => Promise.reject(new DOMException('denied', 'NotAllowedError')),
      'Il browser non lascia leggere gli appunti',
    ],
  ])('says why it pastes nothing when %s', async (_why, readText, problem) => {
    serveChecks(newest)
    const user = await openAt('/verifica_ricevuta')
    vi.spyOn(navigator.clipboard, 'readText').mockImplementation(readText)
    await user.click(await screen.findByRole('button', { name: 'Incolla: Codice della ricevuta' }))
    expect(await screen.findByText(new RegExp(problem))).toBeInTheDocument()
  })

  it('checks the code of a link immediately, and removes it from the address (THREAT-53)', async () => {
    const { checkCode } = serveChecks(newest)
    await openAt(`/verifica_ricevuta#${code}`)
    expect(await screen.findByText('La ricevuta è valida')).toBeInTheDocument()
    expect(checkCode).toHaveBeenCalledWith(expect.anything(), { code }, expect.anything())
    await waitFor(() => expect(history.location.hash).toBe(''))
    expect(screen.getByRole('textbox', { name: 'Codice della ricevuta' })).toHaveValue(code)
  })

  it.each([
    ['replaced', 'ha dato altre risposte'],
    ['withdrawn', 'si è ritirata dal registro'],
    ['not_kept', 'non conserva più questa ricevuta'],
  ] as const)('says of a receipt that is %s: %s', async (state, text) => {
    serveChecks({ ...newest, state })
    await typeCode(code)
    expect(await screen.findByText('La ricevuta è valida')).toBeInTheDocument()
    expect(screen.getByText(new RegExp(text))).toBeInTheDocument()
  })

  it('sends the bytes of a file, and shows that it is no receipt', async () => {
    const { checkFile } = serveChecks({ valid: false })
    await chooseFile(new File(['%PDF-è'], 'receipt.pdf', { type: 'application/pdf' }))
    expect(await screen.findByText('Il file non è una ricevuta valida')).toBeInTheDocument()
    expect(Buffer.from(checkFile.mock.lastCall![1].file, 'base64').toString()).toBe('%PDF-è')
  })

  it('rejects a file that is too large without sending it', async () => {
    const { checkFile } = serveChecks(newest)
    await chooseFile(new File([new Uint8Array(maxReceiptBytes + 1)], 'receipt.pdf', { type: 'application/pdf' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Il file è troppo grande per una ricevuta')
    expect(checkFile).not.toHaveBeenCalled()
  })

  it('asks for a code', async () => {
    const { checkCode } = serveChecks(newest)
    await typeCode(' ')
    expect(screen.getAllByText('Scrivi il codice della ricevuta').length).toBeGreaterThan(0)
    expect(checkCode).not.toHaveBeenCalled()
  })

  it('shows the error of the server', async () => {
    serve({ receipts: { checkCode: () => Promise.reject(new AppError('busy', { seconds: 10 })) } })
    await typeCode(code)
    expect(await screen.findByRole('alert')).toBeInTheDocument()
  })
})
