import { expect, test } from 'vitest'
import { readSource, readSources, report } from '../repository.ts'
import { checkExamples, listExamples } from './code-examples.ts'

test('every good example of CODE_STYLE.md is in the code', () => {
  const document = readSource('CODE_STYLE.md')
  const examples = listExamples(document)
  expect(examples.filter(({ file }) => file !== undefined).length).toBeGreaterThan(2)
  expect(examples.length).toBeGreaterThan(14)
  expect(report(checkExamples(document, readSources(/^(?!tooling\/src\/guards\/).*\.(tsx?|sql)$/)))).toBe('')
})

const sources = [{ path: 'src/a.ts', text: 'export const a = (one: number) => {\n  return one\n}' }]
const check = (text: string) => checkExamples({ path: 'x.md', text }, sources)

test.each([
  ['a block', 'Good (`src/a.ts`): it returns.\n\n```ts\nexport const a = (…) => {\n  …\n}\n```'],
  ['a line', 'Good (`src/a.ts`): ``return one``'],
  ['a cell', '| bad | good |\n| --- | --- |\n| `b(…)` | `a = (…)` |'],
])('%s that quotes the code passes', (_what, text) => expect(check(text)).toEqual([]))

test.each([
  ['a block', 'Good (`src/a.ts`): it returns.\n\n```ts\nexport const b = (…) => {\n```'],
  ['a block of another file', 'Good (`src/b.ts`): it returns.\n\n```ts\nreturn one\n```'],
  ['a line', 'Good (`src/a.ts`): ``return two``'],
  ['a cell', '| bad | good |\n| --- | --- |\n| `a = (…)` | `findA(…)` |'],
])('planted: %s with other code is found', (_what, text) => expect(check(text)).toHaveLength(1))
