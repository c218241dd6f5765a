import type { WorkListView } from '@registry/api-contract/work-list-views'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { listedPatient, workCounts } from './testing/record.ts'

const own: WorkListView = {
  id: 1,
  isOwn: true,
  owner: 'Ada Rossi',
  name: 'Risonanze',
  shared: false,
  order: { column: 'mri', descending: true },
  phenotype: 'TDT',
  tasks: ['mri'],
}
const others: WorkListView = { ...own, id: 2, isOwn: false, owner: 'Bruno Verdi', name: 'Del centro', shared: true, tasks: ['alerts'] }

let views: WorkListView[]
const [save, change, remove] = [vi.fn(), vi.fn(), vi.fn()]
beforeEach(() => {
  views = [own, others]
  for (const mock of [save, change, remove]) mock.mockReset()
})

const open = async (address = '/ecrf') => {
  serve({
    user: staffUser({ role: 'CenterAdmin', center: 'RM01' }),
    ecrf: {
      patients: async () => ({ patients: [listedPatient('RM01-1')], next: null, count: 1 }),
      choices: async () => ({ svc_fenotype: [{ id: 'TDT', name: 'Talassemia trasfusione-dipendente' }] }),
      workCounts: async () => workCounts(1, { mri: 1 }),
    },
    workListViews: {
      list: async () => views,
      save: async (_caller, view) => save(view),
      change: async (_caller, view) => change(view),
      remove: async (_caller, view) => remove(view),
    },
  })
  const user = await openAt(address)
  await screen.findByRole('link', { name: /RM01-1/ })
  return user
}

it('REQ-CRF-22: a view shows its order and filters, and the button names it', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Viste' }))
  const shared = await screen.findByRole('group', { name: 'Condivise nel centro' })
  expect(within(shared).getByRole('menuitem')).toHaveTextContent('Del centro')
  await user.click(screen.getByRole('menuitem', { name: 'Risonanze' }))
  await expect.poll(() => history.location.search).toBe('?sort=-mri&phenotype=TDT&tasks=mri')
  expect(await screen.findByRole('button', { name: 'Vista: Risonanze' })).toBeInTheDocument()
})

it('REQ-COH-09: a ready view shows the patients who were not seen for 15 months, and nobody changes or deletes it', async () => {
  views = []
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Viste' }))
  const ready = await screen.findByRole('group', { name: 'Viste pronte' })
  expect(screen.queryByRole('menuitem', { name: 'Gestisci le viste…' })).not.toBeInTheDocument()
  await user.click(within(ready).getByRole('menuitem', { name: 'Non visti da 15 mesi' }))
  await expect.poll(() => history.location.search).toBe('?sort=updated&tasks=not-seen')
  expect(await screen.findByRole('button', { name: 'Vista: Non visti da 15 mesi' })).toBeInTheDocument()
})

it('REQ-CRF-22: a new view has the order and the filters of the list, never the search', async () => {
  const user = await open('/ecrf?sort=-age&tasks=alerts%2Csignature')
  await user.type(screen.getByRole('textbox', { name: 'Cerca un paziente' }), 'ROSSI')
  await user.click(screen.getByRole('button', { name: 'Viste' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Salva questa vista…' }))
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  expect(await screen.findAllByText('Campo obbligatorio')).not.toHaveLength(0)
  await user.type(screen.getByRole('textbox', { name: /^Nome della vista/ }), 'Da fare')
  await user.click(screen.getByRole('checkbox', { name: 'Condividi con il centro' }))
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  await expect
    .poll(() => save.mock.lastCall)
    .toEqual([
      { name: 'Da fare', shared: true, order: { column: 'age', descending: true }, phenotype: null, tasks: ['signature', 'alerts'] },
    ])
})

it('REQ-CRF-22: the owner renames a view and replaces its filters, and a shared one of a colleague is only deleted', async () => {
  const user = await open('/ecrf?sort=name')
  await user.click(screen.getByRole('button', { name: 'Viste' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Gestisci le viste…' }))
  expect(screen.queryByRole('button', { name: 'Modifica: Del centro' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Modifica: Risonanze' }))
  const name = screen.getByRole('textbox', { name: /^Nome della vista/ })
  await user.clear(name)
  await user.type(name, 'Per cognome')
  await user.click(screen.getByRole('checkbox', { name: /^Sostituisci/ }))
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  const order = { column: 'name', descending: false }
  await expect.poll(() => change.mock.lastCall).toEqual([{ id: 1, name: 'Per cognome', shared: false, order, phenotype: null, tasks: [] }])
  await user.click(await screen.findByRole('button', { name: 'Elimina: Del centro' }))
  await user.click(await screen.findByRole('button', { name: 'Elimina' }))
  await expect.poll(() => remove.mock.lastCall).toEqual([{ id: 2 }])
})
