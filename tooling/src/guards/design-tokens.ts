import type { Finding, SourceFile } from '../repository.ts'

/**
 * Style sheets of the apps and their parts. The manual has a sheet of its own, one file is the theme itself, and the page without a network
 * has no theme: its sheet is the only one that the browser keeps (REQ-UI-23).
 */
const checked = /^(apps\/(staff|myconsent)|packages\/(ui|app-shell))\/(?!src\/theme\/variables|src\/offline\/).*\.css$/

const declaration = /^\s*(padding|margin|gap|row-gap|column-gap|font-size|font-weight|line-height)(?:-[a-z-]+)?:\s*([^;]+);/
/** Lines, marks and printed sheets are not part of the scale: up to 3 px, em, percent, and the units of paper. */
const ownLength = /(?<![\w.-])-?(?:[4-9]|[1-9]\d+)(?:\.\d+)?px\b|(?<![\w.-])\d*\.?\d+rem\b/
const ownNumber = /^\d+(?:\.\d+)?$/

const isOwnSize = (property: string, value: string): boolean =>
  ownLength.test(value) || ((property === 'font-weight' || property === 'line-height') && ownNumber.test(value) && value !== '1')

/** Finds sizes and spaces beside the scale of the theme. */
export const checkDesignTokens = (files: readonly SourceFile[]): { readonly files: number; readonly findings: readonly Finding[] } => {
  const sheets = files.filter(({ path }) => checked.test(path))
  const findings = sheets.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const [, property = '', value = ''] = declaration.exec(line) ?? []
      if (!isOwnSize(property, value)) return []
      return [
        { path: `${path}:${index + 1}`, problem: `has ${property}: ${value}`, remedy: 'use a variable of packages/ui/src/theme/theme.ts' },
      ]
    }),
  )
  return { files: sheets.length, findings }
}
