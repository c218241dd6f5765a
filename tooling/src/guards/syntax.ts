import { parseSync, Visitor } from 'vite'
import type { SourceFile } from '../repository.ts'

/** An import as it is written: `type` ones leave nothing at run time. */
export type Import = { readonly specifier: string; readonly typeOnly: boolean }

/** The syntax tree of a file. @throws when it does not parse */
export const parse = ({ path, text }: SourceFile) => {
  const parsed = parseSync(path, text)
  const [error] = parsed.errors
  if (error) throw new Error(`${path} does not parse: ${error.message}`)
  return parsed
}

/** Every import, re-export and dynamic import of a file, read from its syntax tree. */
export const importsOf = (file: SourceFile): Import[] => {
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

/** What a file asks of a clock, of chance or of the world, as it is written there. */
export const impuritiesOf = (file: SourceFile): string[] => {
  const found: string[] = []
  new Visitor({
    NewExpression: ({ callee, arguments: given }) => {
      if (callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0) found.push('new Date()')
    },
    CallExpression: ({ callee }) => {
      if (callee.type === 'Identifier' && (callee.name === 'Date' || impureGlobals.has(callee.name))) found.push(`${callee.name}()`)
    },
    MemberExpression: ({ object, property }) => {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return
      const member = `${object.name}.${property.name}`
      if (impureMembers.has(member) || impureGlobals.has(object.name)) found.push(member)
    },
  }).visit(parse(file).program)
  return found
}
