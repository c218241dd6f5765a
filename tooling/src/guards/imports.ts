import { dirname, join } from 'node:path/posix'
import type { Finding, SourceFile } from '../repository.ts'
import { importsOf, impuritiesOf, type Import } from './syntax.ts'

type Rule = {
  /** Our packages that it may import. */
  readonly ours: readonly string[]
  /** Those that it may import as types alone. */
  readonly oursAsTypes?: readonly string[]
  /** The only packages of others, where the rule names them; otherwise those of its package.json. */
  readonly others?: readonly RegExp[]
  readonly never?: readonly RegExp[]
}

/** Who may import whom: the table of docs/ARCHITECTURE.md. */
const rules: Readonly<Record<string, Rule>> = {
  'packages/domain': { ours: [], others: [/^zod(\/|$)/] },
  'packages/api-contract': { ours: ['packages/domain'], others: [/^zod(\/|$)/, /^@trpc\/server(\/|$)/] },
  'packages/db': { ours: ['packages/domain'], never: [/^@trpc\//, /^fastify/, /^react/] },
  'packages/demo-data': { ours: ['packages/db', 'packages/domain'], never: [/^@trpc\//, /^fastify/, /^react/] },
  'packages/tabular': { ours: [] },
  'packages/ui': { ours: ['packages/domain'], never: [/^@trpc\//, /^@tanstack\/react-query/] },
  'packages/app-shell': { ours: ['packages/api-contract', 'packages/domain', 'packages/ui'], never: [/^node:/] },
  'apps/server': {
    ours: ['packages/api-contract', 'packages/db', 'packages/domain', 'packages/tabular'],
    never: [/^react/, /^@mantine\//],
  },
  'apps/staff': { ours: ['packages/api-contract', 'packages/app-shell', 'packages/domain', 'packages/ui'], never: [/^node:/] },
  'apps/myconsent': { ours: ['packages/api-contract', 'packages/app-shell', 'packages/domain', 'packages/ui'], never: [/^node:/] },
}

// The router itself would bring zod and every input schema to the browser; its type costs nothing.
const onlyAsType = /^@registry\/api-contract\/app-router$/
const browserCode = /^(apps\/(staff|myconsent)|packages\/app-shell)$/

const packageOf = (path: string): string => path.split('/').slice(0, 2).join('/')
const featureOf = (path: string): string | undefined => /^apps\/[^/]+\/src\/features\/([^/]+)\//.exec(path)?.[1]

const folders: Readonly<Record<string, string>> = {
  '@registry/domain': 'packages/domain',
  '@registry/api-contract': 'packages/api-contract',
  '@registry/db': 'packages/db',
  '@registry/demo-data': 'packages/demo-data',
  '@registry/tabular': 'packages/tabular',
  '@registry/ui': 'packages/ui',
  '@registry/app-shell': 'packages/app-shell',
  '@registry/server': 'apps/server',
  '@registry/staff': 'apps/staff',
  '@registry/myconsent': 'apps/myconsent',
  '@registry/tooling': 'tooling/src',
}

const targetOf = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return packageOf(join(dirname(from), specifier))
  return folders[specifier.split('/').slice(0, 2).join('/')]
}

/** The file or folder of ours that an import leads to, whether it is written as a path or by the package's name. */
const resolve = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const [scope, name, ...rest] = specifier.split('/')
  const folder = folders[`${scope}/${name}`]
  return folder && join(folder, 'src', ...rest)
}

const problemWithFeature = (from: string, { specifier }: Import): string | undefined => {
  const feature = featureOf(from)
  const other = featureOf(`${resolve(from, specifier) ?? ''}/`)
  if (!feature) return undefined
  return other && other !== feature ? `feature ${feature} imports feature ${other}: compose them in routes/ or app.ts` : undefined
}

const problemWith = (from: string, imported: Import): string | undefined => {
  const { specifier, typeOnly } = imported
  const home = packageOf(from)
  const rule = rules[home]
  if (!rule) return undefined
  const ours = targetOf(from, specifier)
  if (browserCode.test(home) && onlyAsType.test(specifier) && !typeOnly) return `${specifier} is imported as a value: only its type may be`
  if (ours === home) return problemWithFeature(from, imported)
  if (ours) return rule.ours.includes(ours) ? undefined : `${home} imports ${ours} (${specifier})`
  if (rule.others && !rule.others.some((allowed) => allowed.test(specifier))) return `${home} imports ${specifier}`
  return rule.never?.some((forbidden) => forbidden.test(specifier)) ? `${home} imports ${specifier}` : undefined
}

// Tests and the tools of tests may use what the product may not: fakes, files, a clock.
const productCode = /^(packages|apps)\/[^/]+\/src\/(?!(.*\/)?testing\/|.*\.test\.tsx?$).*\.tsx?$/

/** Files of the product, to which the table applies. */
export const isProduct = (path: string): boolean => productCode.test(path) && !path.endsWith('.gen.ts')

/** Imports against the table. `imports` counts those looked at, so that a guard that sees nothing does not pass. */
export const checkImports = (files: readonly SourceFile[]): { readonly imports: number; readonly findings: readonly Finding[] } => {
  const seen = files.filter(({ path }) => isProduct(path)).flatMap((file) => importsOf(file).map((imported) => ({ file, imported })))
  const findings = seen.flatMap(({ file: { path }, imported }) => {
    const problem = problemWith(path, imported)
    return problem ? [{ path, problem }] : []
  })
  return { imports: seen.length, findings }
}

/** The domain asks no clock, no chance and no world: they are arguments (architecture, section 2). */
export const checkPurity = (files: readonly SourceFile[]): { readonly files: number; readonly findings: readonly Finding[] } => {
  const domain = files.filter(({ path }) => path.startsWith('packages/domain/src/') && isProduct(path))
  const findings = domain.flatMap((file) =>
    impuritiesOf(file).map((found) => ({ path: file.path, problem: `uses ${found}: make it an argument` })),
  )
  return { files: domain.length, findings }
}
