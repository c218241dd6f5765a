import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { HelpDocument } from '@registry/domain/help/document'
import { show } from '../testing/render.tsx'
import { HelpDialog } from './help-dialog.tsx'

const content: HelpDocument = {
  page: 'consents',
  language: 'it',
  title: 'I tuoi consensi',
  blocks: [
    { kind: 'heading', level: 2, id: 'ritiro', text: [{ text: 'Ritiro' }] },
    {
      kind: 'paragraph',
      text: [
        { text: 'Premi ' },
        { text: 'Ritiro', strong: true },
        { text: ' o leggi ' },
        { text: 'la tua pagina', link: { page: 'patient-home' } },
      ],
    },
    { kind: 'list', ordered: true, items: [[{ text: 'Scegli' }], [{ text: '<b>Conferma</b>' }]] },
    { kind: 'table', head: [[{ text: 'scelta' }]], rows: [[[{ text: 'v1', code: true }]]] },
    { kind: 'code', text: 'curl' },
    { kind: 'picture', address: '/api/help/images/x.svg', alt: 'Tre schede', width: 10, height: 10 },
  ],
}

const open = async (props: Partial<Parameters<typeof HelpDialog>[0]> = {}) => {
  const onOpenPage = vi.fn<(page: string) => void>()
  const onClose = vi.fn<() => void>()
  const user = await show(<HelpDialog page="consents" content={content} onOpenPage={onOpenPage} onClose={onClose} {...props} />)
  return { user, onOpenPage, onClose, dialog: screen.getByRole('dialog') }
}

it('shows headings below the level of the dialog’s heading, and text never as HTML', async () => {
  const { dialog } = await open()
  expect(dialog).toHaveAccessibleName('I tuoi consensi')
  expect(within(dialog).getByRole('heading', { level: 3, name: 'Ritiro' })).toBeVisible()
  expect(within(dialog).getByText('<b>Conferma</b>')).toBeVisible()
  expect(within(dialog).getByRole('columnheader', { name: 'scelta' })).toBeVisible()
  expect(within(dialog).getByRole('img', { name: 'Tre schede' })).toHaveAttribute('src', '/api/help/images/x.svg')
})

it('links to the page and to the whole manual in a new tab, in the current language', async () => {
  const { dialog } = await open()
  const manual = within(dialog).getByRole('link', { name: 'Apri il manuale completo' })
  expect(manual).toHaveAttribute('href', '/api/help/it/manual')
  expect(manual).toHaveAttribute('target', '_blank')
  expect(within(dialog).getByRole('link', { name: 'Apri questa pagina in una nuova scheda' })).toHaveAttribute(
    'href',
    '/api/help/it/consents',
  )
})

it('a link opens another help page, and the button closes the dialog', async () => {
  const { user, onOpenPage, onClose } = await open()
  await user.click(screen.getByRole('button', { name: 'la tua pagina' }))
  expect(onOpenPage).toHaveBeenCalledWith('patient-home')
  await user.click(screen.getAllByRole('button', { name: 'Chiudi' })[0]!)
  expect(onClose).toHaveBeenCalledOnce()
})

it('shows that the page is loading', async () => {
  await open({ content: undefined })
  expect(screen.getByRole('status', { name: 'Caricamento' })).toBeVisible()
})

it('shows why the page did not load', async () => {
  await open({ content: undefined, error: new TypeError('Failed to fetch') })
  expect(screen.getByRole('alert')).toHaveTextContent('Non riusciamo a collegarci al registro')
})
