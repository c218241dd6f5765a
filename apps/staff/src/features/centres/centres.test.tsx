import { AppError } from '@registry/domain/error'
import type { Centre } from '@registry/api-contract/centres'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { fakeElementSizes } from '../saved-filters/testing/element-sizes.ts'
import { fakeCentres, storedCentre } from './testing/fake-centres.ts'

fakeElementSizes()

type Person = Awaited<ReturnType<typeof openAt>>
const open = async (path: string, ...centres: readonly Centre[]) => {
  const fake = fakeCentres(centres)
  serve({ user: staffUser({ role: 'UserAdmin', areaid: 'IT' }), centres: fake })
  return { user: await openAt(path), centres: fake }
}
const press = async (user: Person, name: string) => user.click(await screen.findByRole('button', { name }))
const type = async (user: Person, label: string, text: string) => user.type(await screen.findByLabelText(label), text)
const long = 'una password abbastanza lunga'

describe('REQ-ADM-06: the list of centres', () => {
  it('shows the numbers of each centre, and opens it by its code', async () => {
    const { user } = await open(
      '/centri',
      storedCentre({ id: 'a/b c' }),
      storedCentre({ id: 'CA01', name: 'Cagliari', lastUpload: null, withMedicalConsent: null }),
    )
    const row = await screen.findByRole('row', { name: /a\/b c/ })
    expect(row).toHaveTextContent(/Roma.*Attivo.*1200.*900.*1100.*03\/11\/2026.*Lazio.*Roma/)
    expect(screen.getByRole('row', { name: /Cagliari/ })).toHaveTextContent(/1200.*900.*non mostrato/)
    await user.click(screen.getByRole('link', { name: 'a/b c' }))
    expect(history.location.pathname).toBe('/centro/a%2Fb%20c')
    expect(await screen.findByRole('heading', { level: 1, name: 'Roma' })).toBeInTheDocument()
  })
})

describe('REQ-ADM-22: the state of a centre', () => {
  it('a suspension shows what stays, what patients still do, and who can undo it', async () => {
    const { user, centres } = await open('/centro/RM01', storedCentre())
    expect(await screen.findByText('Un centro con pazienti non si può eliminare: puoi sospenderlo.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Elimina' })).not.toBeInTheDocument()
    await press(user, 'Sospendi')
    const dialog = await screen.findByRole('alertdialog', { name: 'Sospendere il centro?' })
    expect(dialog).toHaveTextContent('I dati restano, e i pazienti possono ancora entrare')
    expect(dialog).toHaveTextContent('Un UserAdmin della sua area può annullare questa operazione.')
    await user.click(within(dialog).getByRole('button', { name: 'Sospendi' }))
    expect(centres.suspend).toHaveBeenCalledExactlyOnceWith(expect.anything(), { id: 'RM01', version: 3 }, expect.anything())
  })

  it('a deleted centre is listed on request, cannot be changed, and can be restored', async () => {
    const { user } = await open('/centri', storedCentre({ state: 'deleted', patients: 0, operations: ['restore'] }))
    await user.click(await screen.findByRole('checkbox', { name: 'Mostra anche i centri eliminati' }))
    expect(await screen.findByRole('row', { name: /RM01/ })).toHaveTextContent('Eliminato')
    await user.click(screen.getByRole('link', { name: 'RM01' }))
    expect(await screen.findByRole('button', { name: 'Ripristina' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Salva' })).not.toBeInTheDocument()
  })
})

describe('REQ-ADM-06: a new centre', () => {
  it('names every missing field, and stores nothing', async () => {
    const { user, centres } = await open('/centro/__new__')
    await press(user, 'Salva')
    const summary = within(await screen.findByRole('alert'))
    for (const label of ['Codice', 'Nome', 'Area']) expect(summary.getByText(`${label}: Campo obbligatorio`)).toBeInTheDocument()
    expect(centres.create).not.toHaveBeenCalled()
  })

  it('gets its area from the tree by keyboard; larger areas only open', async () => {
    const { user, centres } = await open('/centro/__new__')
    await user.type(await screen.findByRole('textbox', { name: 'Codice' }), 'RM02')
    await user.type(screen.getByRole('textbox', { name: 'Nome' }), 'Roma due')
    const italy = await screen.findByRole('treeitem', { name: /Italia/ })
    expect(screen.queryByRole('treeitem', { name: 'Lazio' })).not.toBeInTheDocument()
    italy.focus()
    await user.keyboard('{ArrowDown}{Enter}{ArrowRight}{Enter}')
    expect(screen.getByRole('treeitem', { name: 'Lazio' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByText('Italia › Centro › Lazio')).toBeInTheDocument()
    await press(user, 'Salva')
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(centres.create).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      {
        id: 'RM02',
        name: 'Roma due',
        geotreeid: 'ITI4',
        address: '',
        city: '',
        telephone: '',
        ecrf: '',
      },
      expect.anything(),
    )
    expect(history.location.pathname).toBe('/centro/RM01')
  })

  it('rejects a repetition that differs', async () => {
    const { user, centres } = await open('/centro/__new__')
    await type(user, 'Password e-CRF', long)
    await type(user, 'Ripeti la password e-CRF', 'altra')
    await press(user, 'Salva')
    expect(within(await screen.findByRole('alert')).getByText('Le password non coincidono')).toBeInTheDocument()
    expect(centres.create).not.toHaveBeenCalled()
  })
})

describe('a stored centre', () => {
  it('REQ-ADM-20: a checkbox reveals the fields of the password, which can overlap the previous one', async () => {
    const { user, centres } = await open('/centro/RM01', storedCentre({ hasPassword: true }))
    const box = await screen.findByRole('checkbox', { name: 'Modifica password e-CRF' })
    expect(screen.queryByLabelText('Nuova password e-CRF')).not.toBeInTheDocument()
    await user.click(box)
    await type(user, 'Nuova password e-CRF', long)
    await type(user, 'Ripeti la password e-CRF', long)
    const hours = screen.getByRole('textbox', { name: 'Ore in cui vale anche la password precedente' })
    await user.clear(hours)
    await user.type(hours, '24')
    await press(user, 'Salva')
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(centres.change).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      expect.objectContaining({ id: 'RM01', version: 3, ecrfPassword: long, overlapHours: 24 }),
      expect.anything(),
    )
  })

  it('REQ-ADM-21: the second of two administrators reads who changed what, and keeps the typed text', async () => {
    const { user, centres } = await open('/centro/RM01', storedCentre())
    centres.change.mockRejectedValueOnce(new AppError('centre_changed', { who: 'bea@example.org', what: 'nome' }))
    const name = await screen.findByRole('textbox', { name: 'Nome' })
    await user.clear(name)
    await user.type(name, 'Roma nord')
    await press(user, 'Salva')
    expect(await screen.findByRole('alert')).toHaveTextContent('bea@example.org ha già modificato questo centro (nome)')
    expect(name).toHaveValue('Roma nord')
    expect(centres.change).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      {
        id: 'RM01',
        version: 3,
        name: 'Roma nord',
        geotreeid: 'ITI4',
        address: '',
        city: 'Roma',
        telephone: '06 5550101',
        ecrf: 'FILE',
        overlapHours: 0,
      },
      expect.anything(),
    )
  })

  it('shows its numbers and its area', async () => {
    await open('/centro/RM01', storedCentre())
    expect(await screen.findByText('1.200')).toBeInTheDocument()
    expect(screen.getByText('Italia › Centro › Lazio')).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'Codice' })).toBeDisabled()
  })
})
