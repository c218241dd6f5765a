import type { NewsletterSubscription } from '@registry/api-contract/newsletter'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const open = async (subscription: NewsletterSubscription) => {
  const save = vi.fn(async (_caller: unknown, { wants }: { wants: boolean }) => ({
    ...subscription,
    wants,
    changedAt: '2026-11-20T10:00:00Z',
  }))
  serve({ user: patientUser(), newsletter: { read: async () => subscription, save } })
  return { user: await openAt('/pnewsletter'), save }
}

describe('REQ-COM-07: the newsletter', () => {
  it('is asked for and stopped with one button each', async () => {
    const { user, save } = await open({ wants: false, changedAt: null, byMail: true })
    expect(await screen.findByText('Non l’hai mai chiesta.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Voglio la newsletter' }))
    expect(await screen.findByText('Hai chiesto la newsletter')).toBeInTheDocument()
    expect(save).toHaveBeenLastCalledWith(expect.anything(), { wants: true }, expect.anything())
    await user.click(screen.getByRole('button', { name: 'Non voglio più la newsletter' }))
    expect(await screen.findByText('Non ricevi la newsletter')).toBeInTheDocument()
    expect(save).toHaveBeenLastCalledWith(expect.anything(), { wants: false }, expect.anything())
  })

  it('shows people who sign in with a mobile number that it arrives by e-mail only', async () => {
    await open({ wants: true, changedAt: '2026-11-20T10:00:00Z', byMail: false })
    expect(await screen.findByText(/arriva solo per e-mail/)).toBeInTheDocument()
    expect(screen.getByText('La tua scelta è del 20/11/2026.')).toBeInTheDocument()
  })
})
