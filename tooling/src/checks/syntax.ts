import { parseSync, Visitor, type ESTree } from 'vite'
import type { SourceFile } from '../repository.ts'

/** An import. A type-only import does not exist at run time. */
export type Import = { readonly specifier: string; readonly typeOnly: boolean }

/** Parses a file. @throws if its syntax is invalid */
export const parse = ({ path, text }: SourceFile) => {
  const parsed = parseSync(path, text)
  const [error] = parsed.errors
  if (error) throw new Error(`${path} does not parse: ${error.message}`)
  return parsed
}

/** Returns the imports, re-exports and dynamic imports of a file. */
export const listImports = (file: SourceFile): Import[] => {
  const { module } = parse(file)
  const imported = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
  }))
  const reexported = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ specifier: moduleRequest.value, typeOnly: isType }] : []))
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => ({
    specifier: file.text.slice(moduleRequest.start, moduleRequest.end).replaceAll(/^['"`]|['"`]$/g, ''),
    typeOnly: false,
  }))
  return [...imported, ...reexported, ...dynamic]
}

const impureGlobals = new Set([
  'crypto',
  'fetch',
  'performance',
  'process',
  'setTimeout',
  'setInterval',
  'localStorage',
  'window',
  'document',
])
const impureMembers = new Set(['Date.now', 'Math.random', 'Temporal.Now'])

/** Returns the text of a string or of a template without values; otherwise undefined. */
export const literalText = (node: ESTree.Node): string | undefined => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'TemplateLiteral' && node.quasis.length === 1) return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

/** Returns the member name of `a.name` or `a['name']`. */
export const memberName = ({ property, computed }: ESTree.MemberExpression): string | undefined => {
  if (computed) return literalText(property)
  return property.type === 'Identifier' ? property.name : undefined
}

/** Returns the global of an expression: `Date.now` for `Date.now`, `Date['now']` and `globalThis.Date.now`. */
export const nameOf = (node: ESTree.Node): string | undefined => {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression') return undefined
  const [owner, name] = [nameOf(node.object), memberName(node)]
  return owner === undefined || name === undefined ? undefined : `${owner}.${name}`.replace(/^globalThis\./, '')
}

/** Returns the uses of clocks, random numbers and I/O in a file. */
export const findImpurities = (file: SourceFile): string[] => {
  const found: string[] = []
  new Visitor({
    NewExpression: ({ callee, arguments: args }) => {
      if (nameOf(callee) === 'Date' && args.length === 0) found.push('new Date()')
    },
    CallExpression: ({ callee }) => {
      const name = nameOf(callee)
      if (name !== undefined && (name === 'Date' || impureGlobals.has(name))) found.push(`${name}()`)
    },
    MemberExpression: (member) => {
      const path = nameOf(member)
      if (path === undefined) return
      const [owner = ''] = path.split('.')
      if (impureMembers.has(path) || impureGlobals.has(owner)) found.push(path)
    },
  }).visit(parse(file).program)
  return found
}
