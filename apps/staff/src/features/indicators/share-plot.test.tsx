import { show } from '@registry/ui/testing/render.tsx'
import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeChartWidth, listBars } from '../../charts/testing/chart-width.ts'
import SharePlot from './share-plot.tsx'

fakeChartWidth()

it('REQ-CRF-12: a hidden median of the network is hatched, and a share of nobody has no bar', async () => {
  const shares = [
    { name: 'Laboratorio', count: '30 di 40', percent: 75, network: null, list: '/ecrf' },
    { name: 'Ferro', count: '0 di 0', percent: null, network: 80, list: '/ecrf' },
  ]
  await show(<SharePlot title="Campi compilati" shares={shares} height={184} />)
  await waitFor(() => expect(listBars()).toHaveLength(3))
  expect(listBars().map((bar) => bar.getAttribute('fill'))).toEqual([
    expect.stringContaining('--own-bar'),
    'url(#hidden-group)',
    expect.stringContaining('--network-bar'),
  ])
})
