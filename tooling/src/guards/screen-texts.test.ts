import { expect, test } from 'vitest'
import { readSources, report, writtenCode } from '../repository.ts'
import { checkScreenTexts } from './screen-texts.ts'

test('every text of a screen comes from a catalogue', () => {
  const { files, findings } = checkScreenTexts(readSources(writtenCode))
  expect(files).toBeGreaterThan(50)
  expect(report(findings)).toBe('')
})

const screen = (text: string) => [{ path: 'apps/staff/src/features/x/screen.tsx', text: `export const Screen = () => ${text}` }]

test.each([
  '<p>Nessun risultato</p>',
  "<p>{'Nessun risultato'}</p>",
  '<p>{`Nessun risultato`}</p>',
  '<TextInput label="Cognome" />',
  '<TextInput placeholder={`Cognome`} />',
  '<button aria-label="Chiudi" />',
  '<div><Trans>Salva</Trans> adesso</div>',
])('planted in a screen, %s is found', (text) => {
  expect(checkScreenTexts(screen(text)).findings).toHaveLength(1)
})

test.each([
  '<p><Trans>Nessun <b>risultato</b></Trans></p>',
  '<TextInput label={t`Cognome`} />',
  '<span>·</span>',
  '<b className="wide">{name}</b>',
])('%s passes', (text) => {
  expect(checkScreenTexts(screen(text)).findings).toEqual([])
})
