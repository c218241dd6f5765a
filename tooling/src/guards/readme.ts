import type { Finding, SourceFile } from '../repository.ts'

const block = /<!-- environment -->\n([\s\S]*?)\n<!-- \/environment -->/

/** The README with its table of variables written anew. */
export const withEnvironment = (readme: string, table: string): string =>
  readme.replace(block, `<!-- environment -->\n${table}\n<!-- /environment -->`)

const command = /^npx --yes pnpm@[\d.]+ \w+$/gm
/** What a reader sees without scrolling. */
const firstScreen = (text: string): string => text.split('\n').slice(0, 40).join('\n')

/** What `.ci/run` runs must be what the README tells a developer to run: its second command, once, and nothing else. */
export const checkChecksRun = (readme: SourceFile, { path, text }: SourceFile): Finding[] => {
  const [, promised = ''] = firstScreen(readme.text).match(command) ?? []
  const setUp = /^(#.*|set -euo pipefail|cd "\$\(dirname "\$0"\)\/\.\.")?$/
  const steps = text.split('\n').filter((line) => !setUp.test(line))
  return steps.join('\n') === `exec ${promised}` ? [] : [{ path, problem: `runs something else than the README's \`${promised}\`` }]
}

/** A table of variables that is not the code's, a first screen without its two commands, links that lead nowhere. */
export const checkReadme = ({ path, text }: SourceFile, table: string, exists: (path: string) => boolean): Finding[] => {
  const commands = firstScreen(text).match(command) ?? []
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link)
  const problems = [
    block.test(text) && withEnvironment(text, table) === text
      ? []
      : ['its table of variables is not the one of the code: run `pnpm contract:print`'],
    commands.length === 2 ? [] : [`its first screen has ${commands.length} commands instead of two`],
    links.filter((link) => !exists(link)).map((link) => `its link ${link} leads nowhere`),
  ]
  return problems.flat().map((problem) => ({ path, problem }))
}

/** An example of the environment that differs from the variables of the code. */
export const checkEnvironmentExample = ({ path, text }: SourceFile, example: string): Finding[] =>
  text === example ? [] : [{ path, problem: 'does not list the variables of the code: run `pnpm contract:print`' }]
