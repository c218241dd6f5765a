import { screen, waitFor, within } from '@testing-library/react'
import { buildConsentReceipt } from '@registry/domain/consent/receipt'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { everythingGiven, nothingGiven } from '../testing/consents.ts'
import { button, openConsents } from '../testing/open-consents.ts'
import { servePrintedDocuments } from '../testing/printed-documents.ts'

const path = '/api/patient/ConsentReceipt'
const shown = { version: 3, language: 'en', sha256: 'c'.repeat(64) } as const
const receipt = buildConsentReceipt({
  code: '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV',
  at: '2026-11-20T10:31:00.000Z',
  origin: 'https://myconsent.example.org',
  patient: 'a'.repeat(64),
  ledgerEntry: 'b'.repeat(64),
  controller: null,
  contact: null,
  client: 'myconsent',
  information: null,
  preliminary: { ...shown, answers: [] },
  consents: { ...shown, answers: [{ field: 'C_DB_P', question: 'May we use your data?', answer: 'Yes, you may', value: true }] },
})
const findButton = (format: 'PDF' | 'JSON', part = screen.getByRole('main')) =>
  within(part).getByRole('button', { name: new RegExp(`^Scarica ricevuta \\(${format}\\) del 20/11/2026`) })

describe('the buttons of a receipt (REQ-CON-15)', () => {
  it.each([
    ['PDF', 'pdf'],
    ['JSON', 'json'],
  ] as const)('download the newest receipt as %s', async (name, format) => {
    const { user } = await openConsents(everythingGiven)
    const { asked, saved } = servePrintedDocuments(undefined, path)
    await user.click(findButton(name))
    await waitFor(() => expect(saved).toEqual([`ricevuta_consensi.${format}`]))
    expect(asked).toEqual([`?receipt=15&format=${format}`])
  })

  it('are shown with the answers of each save in the history, but not with those of the centre', async () => {
    const { user } = await openConsents(everythingGiven)
    await user.click(button('Mostra la storia'))
    const history = screen.getByRole('region', { name: 'Storia delle tue risposte' })
    const [latest, first] = await within(history).findAllByRole('listitem')
    const { asked } = servePrintedDocuments(undefined, path)
    await user.click(findButton('JSON', latest))
    await waitFor(() => expect(asked).toEqual(['?receipt=15&format=json']))
    expect(within(first!).queryByRole('button')).not.toBeInTheDocument()
  })

  it('show the receipt with its code and answers, and the two long codes in a footnote', async () => {
    const { user } = await openConsents(everythingGiven)
    const send = globalThis.fetch
    const fetching = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (input, init) =>
        typeof input === 'string' && input === `${path}?receipt=15&format=json`
          ? Response.json(
              { ...receipt, proof: {} },
              { headers: { 'content-disposition': 'attachment; filename="ricevuta_consensi.json"' } },
            )
          : send(input, init),
      )
    onTestFinished(() => fetching.mockRestore())
    await user.click(button(/^Mostra ricevuta del 20\/11\/2026/))
    const dialog = within(screen.getByRole('dialog', { name: 'Ricevuta dei consensi' }))
    expect(await dialog.findByText('0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV')).toBeInTheDocument()
    expect(dialog.getByText('May we use your data?').nextSibling).toHaveTextContent('Yes, you may')
    expect(dialog.getByText('May we use your data?').closest('[lang]')).toHaveAttribute('lang', 'en')
    expect(within(dialog.getByText('a'.repeat(64)).closest('footer')!).getByText('b'.repeat(64))).toBeInTheDocument()
    expect(dialog.getByRole('link', { name: 'Verifica una ricevuta' })).toHaveAttribute(
      'href',
      '/verifica_ricevuta#0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV',
    )
  })

  it('show the error of the server', async () => {
    const { user } = await openConsents(everythingGiven)
    servePrintedDocuments('Il server è occupato.', path)
    await user.click(findButton('PDF'))
    expect(await screen.findByText('Il server è occupato.')).toBeInTheDocument()
  })

  it('are missing while no answer has a receipt', async () => {
    await openConsents({ ...everythingGiven, receipt: nothingGiven.receipt })
    expect(screen.queryByRole('button', { name: /^Scarica ricevuta/ })).not.toBeInTheDocument()
  })
})
