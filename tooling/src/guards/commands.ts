import { dirname, join } from 'node:path'
import type { Finding, Manifest, SourceFile } from '../repository.ts'

type PackageManifest = { readonly path: string; readonly manifest: Manifest }

/** A documented command: the folder and the shell line that it runs, and the options that the document names. */
export type Command = { readonly folder: string; readonly line: string; readonly options: readonly string[] }

const quoted = /`(?:npx --yes )?(pnpm(?:@[\d.]+)? [^`]+)`|^npx --yes (pnpm)@[\d.]+( .+)$/gm

/** Returns the commands of a document, such as `pnpm demo --fresh`. */
export const listCommands = ({ text }: SourceFile): string[] =>
  [...text.matchAll(quoted)].map(([, code, program = '', args = '']) => code?.replace(/^pnpm@[\d.]+/, 'pnpm') ?? program + args)

const listOptions = (words: readonly string[]): string[] => words.filter((word) => /^--\w/.test(word))

/** The words before the first option: `vitest run` for `vitest run --project domain`. */
const dropOptions = (words: readonly string[]): string[] => {
  const first = words.findIndex((word) => word.startsWith('-'))
  return first === -1 ? [...words] : words.slice(0, first)
}

/** Returns what a command runs, or undefined if no package.json has its script. Follows scripts that call pnpm. */
export const resolveCommand = (command: string, manifests: readonly PackageManifest[]): Command | undefined => {
  const [, ...words] = command.split(' ')
  const filtered = words[0] === '--filter'
  const name = filtered ? words[1] : 'registry'
  const found = manifests.find(({ manifest }) => manifest.name === name)
  const [script = '', ...args] = (filtered ? words.slice(2) : words).filter((word, position) => position > 0 || word !== 'run')
  if (!found) return undefined
  const folder = join(dirname(found.path), '.')
  if (script === 'exec') return { folder, line: dropOptions(args).join(' '), options: listOptions(args) }
  const line = found.manifest.scripts?.[script]
  if (line === undefined) return undefined
  const target = line.startsWith('pnpm ') ? resolveCommand(line, manifests) : { folder, line }
  return target && { ...target, options: listOptions(args) }
}

// `pnpm <script>` and `pnpm --filter @registry/<app> build` stand for several commands.
const isPlaceholder = (command: string): boolean => /^pnpm (--filter )?\S*</.test(command)

/** Finds documented commands without a script. */
export const checkCommands = (documents: readonly SourceFile[], manifests: readonly PackageManifest[]): Finding[] =>
  documents.flatMap((document) =>
    listCommands(document)
      .filter((command) => !isPlaceholder(command) && !resolveCommand(command, manifests))
      .map((command) => ({
        path: document.path,
        problem: `names \`${command}\`, which no package.json has`,
        remedy: 'correct the command, or add the script',
      })),
  )

/** Finds scripts of the root that the document does not name. */
export const checkScripts = (document: SourceFile, scripts: readonly string[]): Finding[] => {
  const documented = new Set(listCommands(document).map((command) => command.split(' ')[1]))
  return scripts
    .filter((script) => !documented.has(script))
    .map((script) => ({ path: document.path, problem: `does not name \`pnpm ${script}\``, remedy: 'add a line to its table' }))
}
