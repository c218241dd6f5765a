import { parse } from 'postcss'
import type { Finding, SourceFile } from '../repository.ts'

/** Finds selectors with two rules in one style sheet: the second one is often meant for something else of the same name. */
export const checkSelectors = (files: readonly SourceFile[]): { readonly files: number; readonly findings: readonly Finding[] } => {
  const sheets = files.filter(({ path }) => path.endsWith('.css'))
  const findings = sheets.flatMap(({ path, text }) => {
    const seen = new Set<string>()
    return parse(text).nodes.flatMap((node) => {
      if (node.type !== 'rule') return []
      const selector = node.selectors.join(', ')
      if (!seen.has(selector)) {
        seen.add(selector)
        return []
      }
      const line = node.source?.start?.line ?? 1
      return [{ path: `${path}:${line}`, problem: `has a second rule for ${selector}`, remedy: 'write one rule, or name the other thing' }]
    })
  })
  return { files: sheets.length, findings }
}
