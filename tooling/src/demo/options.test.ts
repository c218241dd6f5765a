import { expect, test } from 'vitest'
import { readDemoOptions } from './options.ts'

test.each([
  [[], { fresh: false, patients: undefined, built: false }],
  [['--fresh'], { fresh: true, patients: undefined, built: false }],
  [['--patients', '100000'], { fresh: false, patients: 100_000, built: false }],
  [['--fresh', '--patients=12', '--built'], { fresh: true, patients: 12, built: true }],
])('%j is %j', (args, options) => expect(readDemoOptions(args)).toEqual(options))

test.each([['0'], ['-5'], ['1.5'], ['many'], ['1000001'], ['1e3'], ['']])(
  '--patients=%s is rejected with the name of the option',
  (patients) => {
    expect(() => readDemoOptions([`--patients=${patients}`])).toThrow('--patients')
  },
)

test('an unknown argument is rejected', () => {
  expect(() => readDemoOptions(['--patient', '5'])).toThrow('--patient')
  expect(() => readDemoOptions(['5'])).toThrow('5')
})
