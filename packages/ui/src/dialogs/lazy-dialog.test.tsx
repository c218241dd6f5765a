import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { Dialog } from './dialog.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

type Props = { readonly onClose: () => void }

const showButton = (load: Parameters<typeof lazyDialog<Props>>[0]) => {
  const Part = lazyDialog(load)
  const Page = () => {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          apri
        </button>
        {open && <Part onClose={() => setOpen(false)} />}
      </>
    )
  }
  return show(<Page />)
}

it('opens a dialog whose code arrives then', async () => {
  const user = await showButton(async () => ({ onClose }) => (
    <Dialog title="Aiuto" onClose={onClose}>
      testo
    </Dialog>
  ))
  await user.click(screen.getByRole('button', { name: 'apri' }))
  expect(await screen.findByRole('dialog', { name: 'Aiuto' })).toHaveTextContent('testo')
})

it('FAULT-24: shows that nothing arrived, and tries again with the next click', async () => {
  let calls = 0
  const user = await showButton(() => {
    calls += 1
    return Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  })
  for (const expected of [1, 2]) {
    await user.click(screen.getByRole('button', { name: 'apri' }))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Non riusciamo a collegarci al registro')
    expect(calls).toBe(expected)
    await user.click(screen.getByRole('button', { name: 'Ho capito' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  }
})
