import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../testing/render.tsx'
import { isNewer, VersionButton } from './version-button.tsx'
import type { Versions } from './version-dialog.tsx'

const reload = vi.hoisted(() => vi.fn<() => void>())
vi.mock(import('../browser/reload.ts'), () => ({ reloadPage: reload }))
afterEach(() => reload.mockClear())

const open = async (versions: Versions, language: 'it' | 'en' = 'it') => {
  const onOpen = vi.fn<() => void>()
  const user = await show(<VersionButton versions={versions} onOpen={onOpen} />, { language })
  await user.click(screen.getByRole('button'))
  const dialog = await screen.findByRole('dialog')
  return { user, onOpen, dialog: within(dialog) }
}

it('shows both versions and asks the server again', async () => {
  const { dialog, onOpen } = await open({ page: '1.2.0', server: { frontEnd: '1.2.0', backEnd: '1.4.1' } })
  expect(dialog.getByText('Questa pagina').parentElement).toHaveTextContent('1.2.0')
  expect(dialog.getByText('Server').parentElement).toHaveTextContent('1.4.1')
  expect(dialog.getByText('Hai la versione più recente.')).toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Ricarica la pagina' })).not.toBeInTheDocument()
  expect(onOpen).toHaveBeenCalledOnce()
})

it.each([
  ['it', 'Versione: ce n’è una più recente', 'Ricarica la pagina'],
  ['en', 'Version: a newer one is available', 'Reload the page'],
] as const)('offers to reload when the server knows a newer front end (%s)', async (language, name, button) => {
  const { user, dialog } = await open({ page: '1.2.0', server: { frontEnd: '1.3.0', backEnd: '1.3.0' } }, language)
  expect(screen.getByRole('button', { name })).toBeInTheDocument()
  expect(dialog.getByRole('status')).toHaveTextContent('1.3.0')
  await user.click(dialog.getByRole('button', { name: button }))
  expect(reload).toHaveBeenCalledOnce()
})

it('does not compare versions before the server has answered', async () => {
  const { dialog } = await open({ page: '1.2.0', server: undefined })
  expect(dialog.getByText('1.2.0')).toBeInTheDocument()
  expect(dialog.queryByText('Hai la versione più recente.')).not.toBeInTheDocument()
})

it.each([
  ['0.2.0', '0.1.0', true],
  ['0.10.0', '0.9.3', true],
  ['1.0.0', '0.9.9', true],
  ['0.1.1', '0.1', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
  ['0.9.9', '1.0.0', false],
  ['test', 'test', false],
])('%s is newer than %s: %s', (version, current, expected) => {
  expect(isNewer(version, current)).toBe(expected)
})
