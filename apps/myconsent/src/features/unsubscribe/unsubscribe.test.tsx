import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const secret = 'ab'.repeat(32)
const button = { name: 'Non voglio più la newsletter' }

describe('REQ-COM-07: the page that ends the newsletter', () => {
  it.each([
    [true, 'status', 'Non riceverai più la newsletter'],
    [false, 'alert', 'Il link non è valido'],
  ] as const)('asks first, takes the secret out of the address, and says whether it ended: %s', async (ended, role, text) => {
    const unsubscribe = vi.fn(async () => ({ ended }))
    serve({ newsletter: { unsubscribe } })
    const user = await openAt(`/disiscrizione#${secret}`)
    await screen.findByRole('button', button)
    await waitFor(() => expect(history.location.hash).toBe(''))
    expect(unsubscribe).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', button))
    expect((await screen.findByText(text)).closest('[role]')).toHaveAttribute('role', role)
    expect(unsubscribe).toHaveBeenCalledWith(expect.anything(), { secret }, expect.anything())
  })

  it('without a link there is nothing to press', async () => {
    serve({})
    await openAt('/disiscrizione')
    expect(await screen.findByText(/Apri il link in fondo alla newsletter/)).toBeInTheDocument()
    expect(screen.queryByRole('button', button)).not.toBeInTheDocument()
  })
})
