import { Visitor, type ESTree } from 'vite'
import type { Finding, SourceFile } from '../repository.ts'
import { isProduct } from './imports.ts'
import { memberName, nameOf, parse } from './syntax.ts'
import { testCode } from './waits.ts'

const silencing: ReadonlySet<string> = new Set(['TSAnyKeyword', 'TSNeverKeyword'])

/** True for `x as any`, `x as never` and `x as unknown as T`, which stop the check of a type. */
const isSilencingCast = ({ expression, typeAnnotation }: ESTree.TSAsExpression): boolean =>
  silencing.has(typeAnnotation.type) || (expression.type === 'TSAsExpression' && expression.typeAnnotation.type === 'TSUnknownKeyword')

const findCasts = (file: SourceFile): Finding[] => {
  const found: Finding[] = []
  new Visitor({
    TSAsExpression: (cast) => {
      if (!isSilencingCast(cast)) return
      found.push({ path: file.path, problem: 'silences the compiler with a cast', remedy: 'narrow the type, or parse the value with zod' })
    },
  }).visit(parse(file).program)
  return found
}

/** True for `expect(…)` and each matcher after it, such as `expect(…).not.toBe`. */
const isExpectation = (callee: ESTree.Node): boolean => {
  if (nameOf(callee) === 'expect') return true
  if (callee.type === 'CallExpression') return isExpectation(callee.callee)
  return callee.type === 'MemberExpression' && memberName(callee) !== undefined && isExpectation(callee.object)
}

const findClocks = (file: SourceFile): Finding[] => {
  const found: Finding[] = []
  const add = (): void => {
    found.push({
      path: file.path,
      problem: 'reads the clock in an expectation',
      remedy: 'give the tested code a fixed clock as an argument',
    })
  }
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      if (!isExpectation(callee)) return
      for (const argument of given) {
        if (argument.type === 'NewExpression' && nameOf(argument.callee) === 'Date' && argument.arguments.length === 0) add()
        if (argument.type === 'CallExpression' && nameOf(argument.callee) === 'Date.now') add()
      }
    },
  }).visit(parse(file).program)
  return found
}

/** Finds casts that silence the compiler in the product, and expectations that read the clock in tests (CODE_STYLE.md). */
export const checkStyle = (files: readonly SourceFile[]): { readonly files: number; readonly findings: readonly Finding[] } => {
  const findings = files.flatMap((file) => [
    ...(isProduct(file.path) && / as /.test(file.text) ? findCasts(file) : []),
    ...(testCode.test(file.path) && /new Date\(\)|Date\.now/.test(file.text) ? findClocks(file) : []),
  ])
  return { files: files.length, findings }
}
