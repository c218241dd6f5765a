import type { Finding, SourceFile } from '../repository.ts'

const block = /<!-- environment -->\n([\s\S]*?)\n<!-- \/environment -->/

/** Returns the README with the current table of variables. */
export const insertEnvironmentTable = (readme: string, table: string): string =>
  readme.replace(block, `<!-- environment -->\n${table}\n<!-- /environment -->`)

const command = /^npx --yes pnpm@[\d.]+ \w+$/gm
/** The part of the README that is visible without scrolling. */
const firstScreen = (text: string): string => text.split('\n').slice(0, 40).join('\n')

/** Checks that `.ci/run` runs only the second command of the README. */
export const checkChecksRun = (readme: SourceFile, { path, text }: SourceFile): Finding[] => {
  const [, promised = ''] = firstScreen(readme.text).match(command) ?? []
  const setUp = /^(#.*|set -euo pipefail|cd "\$\(dirname "\$0"\)\/\.\.")?$/
  const steps = text.split('\n').filter((line) => !setUp.test(line))
  return steps.join('\n') === `exec ${promised}`
    ? []
    : [{ path, problem: `runs something else than the README's \`${promised}\``, remedy: 'run only that command, with `exec`' }]
}

/** Finds an outdated table of variables, missing commands on the first screen, commands that need pnpm, and broken links. */
export const checkReadme = ({ path, text }: SourceFile, table: string, exists: (path: string) => boolean): Finding[] => {
  const commands = firstScreen(text).match(command) ?? []
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link)
  const problems = [
    block.test(text) && insertEnvironmentTable(text, table) === text
      ? []
      : [{ problem: 'its table of variables is not the one of the code', remedy: 'run `pnpm contract:print`' }],
    commands.length === 2
      ? []
      : [{ problem: `its first screen has ${commands.length} commands instead of two`, remedy: 'keep `demo` and `test` only' }],
    [...text.matchAll(/`(pnpm [^`]+)`/g)].map(([, words = '']) => ({
      problem: `its command \`${words}\` needs pnpm`,
      remedy: 'write it with `npx --yes pnpm@<version>`, which works on a machine without pnpm',
    })),
    links.filter((link) => !exists(link)).map((link) => ({ problem: `its link ${link} is broken`, remedy: 'correct the path' })),
  ]
  return problems.flat().map((problem) => ({ path, ...problem }))
}

/** Finds an outdated .env.example. */
export const checkEnvironmentExample = ({ path, text }: SourceFile, example: string): Finding[] =>
  text === example ? [] : [{ path, problem: 'does not list the variables of the code', remedy: 'run `pnpm contract:print`' }]
