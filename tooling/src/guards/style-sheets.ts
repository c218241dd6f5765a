import { readdirSync } from 'node:fs'
import { root, type Finding, type SourceFile } from '../repository.ts'
import { isProduct } from './imports.ts'
import { listImports, parse } from './syntax.ts'

const styles = 'packages/ui/node_modules/@mantine/core/styles/'
const sheetOf = /^@mantine\/core\/styles\/(\w+)\.css$/

/** The style sheets of the library, one for each component that has its own. */
const sheets = new Set(readdirSync(root + styles).flatMap((name) => /^(\w+)\.css$/.exec(name)?.slice(1) ?? []))

/** Components that are made of others. */
const combobox = ['Combobox', 'ScrollArea', 'Popover']
const parts: Readonly<Record<string, readonly string[]>> = {
  Autocomplete: combobox,
  Select: combobox,
  MultiSelect: [...combobox, 'Pill', 'PillsInput'],
}

const listComponents = (file: SourceFile): string[] =>
  parse(file)
    .module.staticImports.filter(({ moduleRequest }) => moduleRequest.value === '@mantine/core')
    .flatMap(({ entries }) => entries)
    .flatMap(({ isType, importName: { name } }) => (isType || !name ? [] : [name]))

const listNeeded = (component: string): readonly string[] => parts[component] ?? (sheets.has(component) ? [component] : [])

/** Finds components without their style sheet: they look right only after another page has loaded it. `shared` is the style sheet of every page. */
export const checkStyleSheets = (
  files: readonly SourceFile[],
  shared: SourceFile,
): { readonly components: number; readonly findings: readonly Finding[] } => {
  const everywhere = new Set([...shared.text.matchAll(/styles\/(\w+)\.css/g)].map(([, sheet]) => sheet))
  const used = files
    .filter(({ path }) => path.endsWith('.tsx') && isProduct(path))
    .flatMap((file) => listComponents(file).map((component) => ({ file, component })))
  const findings = used.flatMap(({ file, component }) => {
    const imported = new Set(listImports(file).map(({ specifier }) => sheetOf.exec(specifier)?.[1]))
    return listNeeded(component)
      .filter((sheet) => !everywhere.has(sheet) && !imported.has(sheet))
      .map((sheet) => ({
        path: file.path,
        problem: `shows ${component} without its style sheet`,
        remedy: `import '@mantine/core/styles/${sheet}.css'`,
      }))
  })
  return { components: used.length, findings }
}
