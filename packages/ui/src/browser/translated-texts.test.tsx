import { render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { replaceTexts, wrapTexts } from '../testing/translate.ts'
import { keepTranslatedTexts } from './translated-texts.ts'

beforeAll(keepTranslatedTexts)

type Props = { readonly question: string; readonly rows: readonly string[]; readonly hint?: string }
const Page = ({ question, rows, hint }: Props) => (
  <main>
    <h1>
      Domanda: {question}
      {hint !== undefined && hint}
      <small>{rows.length} righe</small>
    </h1>
    <ul>
      {rows.map((row, place) => (
        <li key={place}>
          {row} <b>{place + 1}</b>
        </li>
      ))}
    </ul>
  </main>
)

describe.each([
  ['replaces', replaceTexts],
  ['wraps', wrapTexts],
])('REQ-UI-25: a translation that %s each text', (_how, translate) => {
  it('shows the texts of the next step', async () => {
    const { rerender } = render(<Page question="prima" rows={['a', 'b']} hint=" aiuto" />)
    for (const next of [
      { question: 'seconda', rows: ['c', 'b', 'd'] },
      { question: 'terza', rows: ['e'], hint: ' altro' },
      { question: 'quarta', rows: [] },
    ]) {
      await translate(document.body)
      rerender(<Page {...next} />)
      const { rows, question, hint = '' } = next
      expect(screen.getByRole('heading')).toHaveTextContent(`Domanda: ${question}${hint}${rows.length} righe`)
      expect(screen.queryAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
        rows.map((row, place) => `${row} ${place + 1}`),
      )
    }
  })
})
