import { dirname, join } from 'node:path/posix'
import type { Violation, SourceFile } from '../repository.ts'
import { listImports, findImpurities, type Import } from './syntax.ts'

type Rule = {
  /** Packages of this repository that it may import. */
  readonly ours: readonly string[]
  /** Packages of this repository that it may import as types only. */
  readonly oursAsTypes?: readonly string[]
  /** The only external packages, if the rule limits them. Otherwise package.json decides. */
  readonly others?: readonly RegExp[]
  readonly never?: readonly RegExp[]
}

// Their English texts are in the catalogue of the server, which no app loads (lingui.config.ts).
const serverTexts = /^@registry\/domain\/(legacy|messages)\//

/** The import rules of docs/ARCHITECTURE.md. */
const rules: Readonly<Record<string, Rule>> = {
  'packages/domain': { ours: [], others: [/^zod(\/|$)/, /^@zxcvbn-ts\//, /^diff$/] },
  'packages/api-contract': { ours: ['packages/domain'], others: [/^zod(\/|$)/, /^@trpc\/server(\/|$)/] },
  'packages/db': { ours: ['packages/domain'], never: [/^@trpc\//, /^fastify/, /^react/] },
  'packages/demo-data': { ours: ['packages/db', 'packages/domain'], never: [/^@trpc\//, /^fastify/, /^react/] },
  'packages/tabular': { ours: [] },
  'packages/ui': { ours: ['packages/domain'], never: [/^@trpc\//, /^@tanstack\/react-query/, serverTexts] },
  'packages/app-shell': { ours: ['packages/api-contract', 'packages/domain', 'packages/ui'], never: [/^node:/, serverTexts] },
  'apps/server': {
    ours: ['packages/api-contract', 'packages/db', 'packages/domain', 'packages/tabular'],
    never: [/^react/, /^@mantine\//],
  },
  'apps/staff': { ours: ['packages/api-contract', 'packages/app-shell', 'packages/domain', 'packages/ui'], never: [/^node:/, serverTexts] },
  'apps/myconsent': {
    ours: ['packages/api-contract', 'packages/app-shell', 'packages/domain', 'packages/ui'],
    never: [/^node:/, serverTexts],
  },
}

// A procedure as a value would bring the router and its schemas to the browser; its type adds nothing.
const onlyAsType = /^@registry\/api-contract\/(?!(saved-filters|receipts|zod-errors)$)/
const browserCode = /^(apps\/(staff|myconsent)|packages\/app-shell)$/

const getPackage = (path: string): string => path.split('/').slice(0, 2).join('/')
const getFeature = (path: string): string | undefined => /^apps\/[^/]+\/src\/features\/([^/]+)\//.exec(path)?.[1]

/** The source folder of each package of this repository. */
const sourceFolders: Readonly<Record<string, string>> = {
  '@registry/domain': 'packages/domain/src',
  '@registry/api-contract': 'packages/api-contract/src',
  '@registry/db': 'packages/db/src',
  '@registry/demo-data': 'packages/demo-data/src',
  '@registry/tabular': 'packages/tabular/src',
  '@registry/ui': 'packages/ui/src',
  '@registry/app-shell': 'packages/app-shell/src',
  '@registry/server': 'apps/server/src',
  '@registry/staff': 'apps/staff/src',
  '@registry/myconsent': 'apps/myconsent/src',
  '@registry/tooling': 'tooling/src',
}

/** Returns the file or folder of an import within this repository, by path or by package name. */
const resolve = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const [scope, name, ...rest] = specifier.split('/')
  const folder = sourceFolders[`${scope}/${name}`]
  return folder && join(folder, ...rest)
}

const resolvePackage = (from: string, specifier: string): string | undefined => {
  const target = resolve(from, specifier)
  return target && getPackage(target)
}

/** The folders of the server that each folder must never import. Features are checked one by one. */
const forbiddenFolders: Readonly<Record<string, readonly string[]>> = {
  http: ['features', 'jobs'],
  auth: ['features', 'http', 'jobs'],
  audit: ['features', 'http', 'jobs'],
  jobs: ['features', 'http'],
  shared: ['features', 'http', 'jobs', 'auth', 'audit'],
}

/** True dependencies: who may import another feature, and which. */
const arrows: Readonly<Record<string, string>> = {
  'features/studies': 'features/filters',
  'features/communications': 'features/filters',
  jobs: 'features/filters',
}

// The types of the dependencies and the environment are for all folders. The rest of app composes the server.
const appForAll = /^apps\/server\/src\/app\/(deps|env)(\.ts)?\/$/

const getServerFolder = (path: string): string | undefined => /^apps\/server\/src\/([^/]+)\/./.exec(path)?.[1]

type Problem = Omit<Violation, 'path'>

const findFolderProblem = (from: string, { specifier }: Import): Problem | undefined => {
  const target = `${resolve(from, specifier) ?? ''}/`
  const feature = getFeature(from)
  const other = getFeature(target)
  const folder = getServerFolder(from)
  if (other && arrows[feature ? `features/${feature}` : (folder ?? '')] === `features/${other}`) return undefined
  if (feature && other && other !== feature)
    return { problem: `feature ${feature} imports feature ${other}`, remedy: 'compose them in app/assemble-deps.ts, app/app.ts or routes/' }
  const imported = getServerFolder(target)
  const remedy = 'declare the needed type in app/deps.ts and compose in app/assemble-deps.ts'
  if (imported === 'app' && folder && folder !== 'app' && folder !== 'cli' && !appForAll.test(target))
    return { problem: `${folder} imports app (${specifier})`, remedy }
  if (!folder || !imported || !forbiddenFolders[folder]?.includes(imported)) return undefined
  return { problem: `${folder} imports ${imported} (${specifier})`, remedy }
}

const followRules = 'move the code or the import (docs/ARCHITECTURE.md, Import rules)'

const findProblem = (from: string, imported: Import): Problem | undefined => {
  const { specifier, typeOnly } = imported
  const home = getPackage(from)
  const rule = rules[home]
  if (!rule) return undefined
  const ours = resolvePackage(from, specifier)
  if (browserCode.test(home) && onlyAsType.test(specifier) && !typeOnly)
    return { problem: `imports ${specifier} as a value`, remedy: 'write `import type`' }
  if (ours === home) return findFolderProblem(from, imported)
  const forbidden = rule.never?.some((pattern) => pattern.test(specifier))
  if (ours && !forbidden)
    return rule.ours.includes(ours) ? undefined : { problem: `${home} imports ${ours} (${specifier})`, remedy: followRules }
  const foreign = rule.others?.some((allowed) => allowed.test(specifier)) === false
  return foreign || forbidden ? { problem: `${home} imports ${specifier}`, remedy: followRules } : undefined
}

// Tests and test helpers may use files, clocks and fakes.
const productCode = /^(packages|apps)\/[^/]+\/src\/(?!(.*\/)?testing\/|.*\.test\.tsx?$).*\.tsx?$/

/** True for product files, to which the rules apply. */
export const isProduct = (path: string): boolean => productCode.test(path) && !path.endsWith('.gen.ts')

/** Finds imports against the rules. `imports` is the number of checked imports, so that a check without input fails. */
export const checkImports = (files: readonly SourceFile[]): { readonly imports: number; readonly violations: readonly Violation[] } => {
  const seen = files.filter(({ path }) => isProduct(path)).flatMap((file) => listImports(file).map((imported) => ({ file, imported })))
  const violations = seen.flatMap(({ file: { path }, imported }) => {
    const problem = findProblem(path, imported)
    return problem ? [{ path, ...problem }] : []
  })
  return { imports: seen.length, violations }
}

/** Finds clocks, random numbers and I/O in the domain. They must be arguments (docs/ARCHITECTURE.md, Import rules). */
export const checkPurity = (files: readonly SourceFile[]): { readonly files: number; readonly violations: readonly Violation[] } => {
  const domain = files.filter(({ path }) => path.startsWith('packages/domain/src/') && isProduct(path))
  const violations = domain.flatMap((file) =>
    findImpurities(file).map((found) => ({ path: file.path, problem: `uses ${found}`, remedy: 'make it an argument' })),
  )
  return { files: domain.length, violations }
}
