import type { Node } from 'libpg-query'
import { SqlProblem, type Place } from './problem.ts'

/** Parentheses around the text would let `true) OR (true` close and open them. */
const prefix = 'SELECT WHERE '

/** A text, a number, a name or an operator from an offset. */
const token = /'(?:[^']|'')*'|[A-Za-z_][\w.]*|\d[\w.]*|[<>=!+\-*/]+|[\s\S]/y

const measureToken = (text: string, offset: number): Place => {
  token.lastIndex = offset
  return { offset, length: token.exec(text)?.[0].length ?? 0 }
}

/** Converts byte locations of Postgres to locations in the text. An unknown location is the whole text. */
export type Locate = (location: number | undefined) => Place

const createLocate = (text: string): Locate => {
  const bytes = Buffer.from(prefix + text)
  return (location = -1) =>
    location < prefix.length
      ? { offset: 0, length: text.length }
      : measureToken(text, bytes.subarray(0, location).toString().length - prefix.length)
}

/** Postgres counts whole characters in errors. At the end of the text the location is empty. */
const findErrorPlace = (text: string, position: number): Place => {
  const offset = [...(prefix + text)].slice(0, position).join('').length - prefix.length
  const end = text.trimEnd().length
  return offset >= end ? { offset: end, length: 0 } : measureToken(text, Math.max(0, offset))
}

/** The words that begin another clause of a statement, outside texts. */
const tail = /'(?:[^']|'')*'|\b(?:group|having|window|union|intersect|except|order|limit|offset|fetch|for|into)\b/gi

const findTail = (text: string): Place => {
  for (const { 0: word, index } of text.matchAll(tail)) if (!word.startsWith("'")) return { offset: index, length: word.length }
  return { offset: 0, length: text.length }
}

export type ParsedWhere = { readonly where: Node; readonly locate: Locate }

/**
 * Parses the text with the grammar of Postgres as the condition of a statement that has no other part.
 * The parser is WebAssembly, loaded at its first use. @throws SqlProblem
 */
export const parseWhere = async (text: string): Promise<ParsedWhere> => {
  const { parse, hasSqlDetails } = await import('libpg-query')
  try {
    const { stmts: [statement, ...others] = [] } = await parse(prefix + text)
    const node = statement?.stmt
    const select = node && 'SelectStmt' in node ? node.SelectStmt : {}
    const { whereClause, limitOption, op, ...parts } = select
    const isCondition = limitOption === 'LIMIT_OPTION_DEFAULT' && op === 'SETOP_NONE' && Object.keys(parts).length === 0
    if (!whereClause || !isCondition || others.length > 0) throw new SqlProblem('sql_statement', findTail(text))
    return { where: whereClause, locate: createLocate(text) }
  } catch (error) {
    if (!hasSqlDetails(error)) throw error
    throw new SqlProblem('sql_syntax', findErrorPlace(text, error.sqlDetails?.cursorPosition ?? 0))
  }
}
