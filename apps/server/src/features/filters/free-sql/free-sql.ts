import { validationError } from '@registry/domain/error'
import type { Expression } from '@registry/domain/expression/expression'
import { ExpressionTree } from '@registry/domain/expression/schema'
import { sqlTextMax, type Condition, type WrittenCondition } from '@registry/domain/filter/condition'
import { listSelectableIds } from '@registry/domain/reference/reference-values'
import { getField } from '@registry/domain/fields/dictionary'
import type { LabelledReferenceValues } from '../../../shared/reference-values.ts'
import { checkCharacters } from './characters.ts'
import { readCondition } from './conditions.ts'
import { parseWhere } from './parse-where.ts'
import { SqlProblem, toErrorDetail, type LocatedDetail } from './problem.ts'
import type { ListedValue, Reading } from './reading.ts'

/** A free condition: its tree, and its values of choice fields. */
type FreeSql = { readonly tree: Expression; readonly listed: readonly ListedValue[] }

/** Applies the limits of all trees, in case the parser accepted more. */
const requireLimits = (tree: Expression, text: string): void => {
  const [issue] = ExpressionTree.safeParse(tree).error?.issues ?? []
  if (!issue) return
  const code = issue.message === 'expression_too_deep' ? 'sql_too_deep' : 'expression_too_large'
  throw new SqlProblem(code, { offset: 0, length: text.length })
}

const parseText = async (text: string): Promise<FreeSql> => {
  if (text.length > sqlTextMax) throw new SqlProblem('filter_text_too_long', { offset: sqlTextMax, length: 0 })
  if (text.trim() === '') throw new SqlProblem('sql_empty', { offset: 0, length: 0 })
  checkCharacters(text)
  const { where, locate } = await parseWhere(text)
  const reading: Reading = { locate, listed: [], conditions: 0 }
  const tree = readCondition(where, 1, reading)
  requireLimits(tree, text)
  return { tree, listed: reading.listed }
}

/** Caches the trees of the latest texts. Otherwise the list of filters parses each text at each request. */
const parsed = new Map<string, FreeSql>()
const maxParsed = 500

/**
 * Parses a free condition with the grammar of Postgres, and checks each node against a list of allowed ones (REQ-FIL-07, THREAT-01). The
 * text itself never reaches Postgres.
 * @throws SqlProblem
 */
export const parseFreeSql = async (text: string): Promise<FreeSql> => {
  const known = parsed.get(text)
  if (known) return known
  const freeSql = await parseText(text)
  const [oldest] = parsed.keys()
  if (parsed.size >= maxParsed && oldest !== undefined) parsed.delete(oldest)
  parsed.set(text, freeSql)
  return freeSql
}

const requireListed = ({ listed }: FreeSql, referenceValues: LabelledReferenceValues): void => {
  for (const { field, id, place } of listed) {
    const { referenceTable } = getField(field)
    if (referenceTable && !listSelectableIds(referenceValues(referenceTable)).has(id))
      throw new SqlProblem('sql_value_unlisted', place, { field })
  }
}

type Checked = { readonly tree: Expression; readonly problem?: undefined } | { readonly tree?: undefined; readonly problem: LocatedDetail }

/** Returns the tree of a text, or its error with the location. `referenceValues` also checks the values of choice fields. */
export const checkFreeSql = async (text: string, referenceValues?: LabelledReferenceValues): Promise<Checked> => {
  try {
    const freeSql = await parseFreeSql(text)
    if (referenceValues) requireListed(freeSql, referenceValues)
    return { tree: freeSql.tree }
  } catch (error) {
    if (!(error instanceof SqlProblem)) throw error
    return { problem: toErrorDetail(error, text) }
  }
}

/**
 * Adds the tree to a written condition.
 * @throws AppError validation_failed
 */
export const parseCondition = async (written: WrittenCondition, referenceValues?: LabelledReferenceValues): Promise<Condition> => {
  if (written.kind === 'predicates') return written
  const { tree, problem } = await checkFreeSql(written.text, referenceValues)
  if (problem) throw validationError({ 'where.text': problem })
  return { ...written, tree }
}
