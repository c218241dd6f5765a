import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { everythingGiven, nothingGiven } from '../testing/consents.ts'
import { button, openConsents } from '../testing/open-consents.ts'
import { servePrintedDocuments } from '../testing/printed-documents.ts'

const path = '/api/patient/ConsentReceipt'
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
