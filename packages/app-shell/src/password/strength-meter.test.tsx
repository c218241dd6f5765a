import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../testing/show.tsx'
import { estimate } from './estimate.ts'
import { StrengthMeter } from './strength-meter.tsx'

const rules = { minimum: 15, leastStrength: 3 }

describe('the estimate', () => {
  it.each([
    ['password', 'common'],
    ['ertyuiopoiuytr', 'keyboard'],
    ['aaaaaaaaaaaaaaa', 'repeat'],
    ['abcdefghijklmnop', 'sequence'],
    ['14/03/1975', 'date'],
    ['RossiTalassemiaRossi', 'own'],
  ] as const)('%s: %s', (password, weakness) => {
    const found = estimate(password, ['Ada', 'Rossi'])
    expect(found.weakness).toBe(weakness)
    expect(found.strength).toBeLessThan(3)
  })

  it('rates unrelated words as strong', () => {
    expect(estimate('sette gatti sotto il portico', ['Ada', 'Rossi']).strength).toBe(4)
  })
})

describe('the meter', () => {
  it('shows nothing before the first character', async () => {
    await show(<StrengthMeter password="" rules={rules} ownTexts={[]} />)
    expect(screen.getByRole('meter')).toHaveAttribute('aria-valuetext', 'non ancora valutata')
    expect(screen.queryByText('Debolissima')).not.toBeInTheDocument()
  })

  it.each([
    ['1234567890123456', 'Debole', /molto usata/],
    ['RossiTalassemiaRossi', 'Debolissima', /il tuo nome/],
    ['vento lungo', 'Ottima', 'Caratteri ancora da aggiungere: 4.'],
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
