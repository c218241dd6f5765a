import { show } from '@registry/ui/testing/render.tsx'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CountChart } from './count-chart.tsx'
import { fakeChartWidth, listBars } from './testing/chart-width.ts'

fakeChartWidth()

const counts = [
  { name: 'Registrati', count: 113_000 },
  { name: 'Esclusi', count: 0 },
  { name: 'Ritirati', count: null },
]

describe('REQ-UI-17: a hidden count', () => {
  it.each(['vertical', 'horizontal'] as const)('is drawn hatched next to large counts, and zero has no bar (%s)', async (orientation) => {
    await show(<CountChart title="Passi" first="Passo" counts={counts} orientation={orientation} />)
    const chart = await screen.findByRole('application')
    expect(await within(chart).findByText('<5')).toBeInTheDocument()
    const [registered, withdrawn, ...others] = listBars()
    expect(registered).toHaveAttribute('fill', expect.stringContaining('--count-bar'))
    expect(withdrawn).toHaveAttribute('fill', 'url(#hidden-group)')
    expect(Number(withdrawn?.getAttribute(orientation === 'vertical' ? 'width' : 'height'))).toBeGreaterThanOrEqual(18)
    expect(others).toEqual([])
    expect(document.querySelector('pattern#hidden-group')).not.toBeNull()
    expect(screen.getByRole('row', { name: 'Ritirati <5', hidden: true })).toBeInTheDocument()
  })

  it('shows a text where it may be five or more', async () => {
    await show(<CountChart title="Passi" first="Passo" counts={counts} orientation="vertical" hidden="nascosto" />)
    expect(await within(await screen.findByRole('application')).findByText('nascosto')).toBeInTheDocument()
    expect(screen.getByRole('row', { name: 'Ritirati nascosto', hidden: true })).toBeInTheDocument()
  })
})
