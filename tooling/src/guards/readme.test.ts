import { expect, test } from 'vitest'
import { environmentExample, environmentTable } from '@registry/server/app/env'
import { exists, readSource, report } from '../repository.ts'
import { checkChecksRun, checkEnvironmentExample, checkReadme, insertEnvironmentTable } from './readme.ts'

test('the README has both commands, the variables of the code and working links', () => {
  expect(environmentTable().split('\n').length).toBeGreaterThan(10)
  expect(report(checkReadme(readSource('README.md'), environmentTable(), exists))).toBe('')
})

test('.ci/run runs the second command of the README', () => {
  expect(report(checkChecksRun(readSource('README.md'), readSource('.ci/run')))).toBe('')
})

test('.env.example lists the variables of the code', () => {
  const example = readSource('.env.example')
  expect(report(checkEnvironmentExample(example, environmentExample()))).toBe('')
  expect(example.text.match(/^#[A-Z_]+=/gm)?.length).toBe(environmentTable().split('\n').length - 2)
  expect(checkEnvironmentExample({ ...example, text: example.text.replace('#PORT=', '#PROT=') }, environmentExample())).toHaveLength(1)
})

const readme = `\`\`\`
npx --yes pnpm@12.21.0 demo
npx --yes pnpm@12.21.0 test
\`\`\`
<!-- environment -->
| PORT |
<!-- /environment -->
`
const findProblems = (text: string, table = '| PORT |') =>
  checkReadme({ path: 'README.md', text }, table, () => false).map(({ problem }) => problem)

test('a complete README passes', () => {
  expect(findProblems(readme)).toEqual([])
  expect(insertEnvironmentTable(readme, '| HOST |')).toContain('\n| HOST |\n')
})

test.each([
  ['a variable that the table lacks', readme, '| PORT |\n| HOST |'],
  ['no table', readme.replaceAll('<!--', '<'), undefined],
  ['a third command', readme.replace('```\n', '```\nnpx --yes pnpm@12.21.0 start\n'), undefined],
  ['a command that needs pnpm', `${readme}Run \`pnpm build\`.`, undefined],
  ['a link that leads nowhere', `${readme}[x](docs/x.md)`, undefined],
])('a planted README with %s is found', (_what, text, table) => {
  expect(findProblems(text, table)).toHaveLength(1)
})

test.each([
  'exec npx --yes pnpm@12.21.0 verify\n',
  'npx --yes pnpm@12.21.0 build\nexec npx --yes pnpm@12.21.0 test\n',
  'exec npx --yes pnpm@12.20.0 test\n',
  'set -euo pipefail\n',
])('planted in what is checked, %j is found', (text) => {
  expect(checkChecksRun({ path: 'README.md', text: readme }, { path: '.ci/run', text })).toHaveLength(1)
})
