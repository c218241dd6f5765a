import { dirname, join } from 'node:path/posix'
import type { SourceFile, Violation } from '../repository.ts'

/** The manual also links addresses of the server, such as `../api/docs`. */
const link = /\]\((?!https?:|mailto:|#|(?:\.\.\/|\/)*api\/)([^)\s#]+)/g
const quotedPath = /`((?:apps|packages|tooling|e2e|bench|infra|docs|patches|\.ci|\.vscode)\/[^`\s]*)`/g
const command =
  /(?:`|`npx --yes |^npx --yes )pnpm(?:@[\d.]+)? (?:--filter \S+ )?(?:run )?(?!exec\b|install\b|audit\b)([a-z][\w:-]*)(?=[ `\n])/gm

/** `a/{b,c}.ts` means `a/b.ts` and `a/c.ts`. */
const expandBraces = (path: string): string[] => {
  const [whole, list = ''] = /\{([^}]*)\}/.exec(path) ?? []
  return whole === undefined ? [path] : list.split(',').flatMap((part) => expandBraces(path.replace(whole, part)))
}

/** Returns the part of a path before a placeholder such as `<app>` or `*`. */
const fixedPart = (path: string): string => path.replace(/(^|\/)[^/]*[<*].*$/, '')

const listMatches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** Finds links and quoted paths that lead nowhere, and commands that no package.json has. */
export const checkDocument = ({ path, text }: SourceFile, exists: (path: string) => boolean, scripts: ReadonlySet<string>): Violation[] => {
  const paths = [
    ...listMatches(text, link).map((target) => join(dirname(path), target)),
    ...listMatches(text, quotedPath).flatMap(expandBraces).map(fixedPart),
  ]
  return [
    ...paths
      .filter((target) => !exists(target))
      .map((target) => ({ path, problem: `names ${target}, which does not exist`, remedy: 'correct the path' })),
    ...listMatches(text, command)
      .filter((script) => !scripts.has(script))
      .map((script) => ({ path, problem: `names \`pnpm ${script}\`, which no package.json has`, remedy: 'correct the command' })),
  ]
}

const operatorCommand = /(?:pnpm registry|run --rm operator|cli\/main\.ts) ([a-z][a-z-]*)([^`\n|]*)/g

/** Finds commands of the operator, or options of them, that do not exist. `commands` has the options of each as its help prints them. */
export const checkOperatorCommands = ({ path, text }: SourceFile, commands: ReadonlyMap<string, string>): Violation[] =>
  [...text.matchAll(operatorCommand)].flatMap(([, name = '', rest = '']) => {
    const known = commands.get(name)
    if (known === undefined)
      return [{ path, problem: `names \`pnpm registry ${name}\`, which does not exist`, remedy: 'correct the command' }]
    return listMatches(rest, /(--[a-z-]+)/g)
      .filter((option) => option !== '--help' && !known.includes(option))
      .map((option) => ({ path, problem: `gives \`pnpm registry ${name}\` the unknown option ${option}`, remedy: 'correct the option' }))
  })
