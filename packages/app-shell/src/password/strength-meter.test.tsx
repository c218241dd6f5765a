import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../testing/show.tsx'
import { StrengthMeter } from './strength-meter.tsx'

const rules = { minimum: 15, leastStrength: 3 }

describe('the meter', () => {
  it('shows nothing before the first character', async () => {
    await show(<StrengthMeter password="" rules={rules} ownTexts={[]} />)
    expect(screen.getByRole('meter')).toHaveAttribute('aria-valuetext', 'non ancora valutata')
    expect(screen.queryByText('Molto debole')).not.toBeInTheDocument()
  })

  it.each([
    ['1234567890123456', 'Debole', /molto usata/],
    ['RossiTalassemiaRossi', 'Molto debole', /il tuo nome/],
    ['vento lungo', 'Buona', 'Caratteri ancora da aggiungere: 4.'],
    ['sette gatti sotto il portico', 'Ottima', 'Va bene.'],
    ['tetto '.repeat(22), 'Buona', /troppo lunga/],
  ] as const)('rates %s as %s', async (password, word, advice) => {
    await show(<StrengthMeter password={password} rules={rules} ownTexts={['Rossi']} />)
    expect(await screen.findByText(word)).toBeInTheDocument()
    expect(screen.getByText(advice)).toBeInTheDocument()
    expect(screen.getByRole('meter')).toHaveAttribute('aria-valuetext', word)
  })

  it('applies the configured strength', async () => {
    await show(<StrengthMeter password="vento lungo e blu" rules={{ minimum: 10, leastStrength: 0 }} ownTexts={[]} />)
    expect(await screen.findByText('Va bene.')).toBeInTheDocument()
  })
})
