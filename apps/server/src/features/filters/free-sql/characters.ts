import { SqlProblem } from './problem.ts'

/** The characters of a condition outside its texts: names, numbers, operators, parentheses, spaces. */
const allowed = /[A-Za-z0-9_.,()<>=!+\-*/ \t\r\n]/
/** Deeper parentheses than any tree needs. The limit precedes the parser, which recurses. */
const maxParentheses = 60

/** Returns the index of the quote that closes a text. Two consecutive quotes mean one. */
const findClosingQuote = (text: string, open: number): number => {
  for (let close = text.indexOf("'", open + 1); close >= 0; close = text.indexOf("'", close + 2)) if (text[close + 1] !== "'") return close
  return -1
}

/**
 * Rejects characters that no condition needs, before the parser. They belong to comments, quoted names, dollar quotes, parameters, casts,
 * other operators and deep parentheses (THREAT-01).
 * @throws SqlProblem
 */
export const checkCharacters = (text: string): void => {
  if (!text.isWellFormed()) throw new SqlProblem('value_characters', { offset: 0, length: text.length })
  let depth = 0
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = String.fromCodePoint(text.codePointAt(offset) ?? 0)
    const pair = text.slice(offset, offset + 2)
    if (character === "'") {
      // A letter before the quote would start a text of another kind, such as E'…' or U&'…'.
      if (/\w/.test(text[offset - 1] ?? '')) throw new SqlProblem('sql_quote_prefix', { offset, length: 1 })
      const close = findClosingQuote(text, offset)
      if (close < 0) throw new SqlProblem('sql_quote_open', { offset, length: text.length - offset })
      if (text.slice(offset, close).includes('\0')) throw new SqlProblem('value_characters', { offset, length: close - offset })
      offset = close
    } else if (pair === '--' || pair === '/*') throw new SqlProblem('sql_comment', { offset, length: 2 })
    else if (character === ';') throw new SqlProblem('sql_statement', { offset, length: 1 })
    else if (!allowed.test(character)) throw new SqlProblem('sql_character', { offset, length: character.length })
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth > maxParentheses) throw new SqlProblem('sql_too_deep', { offset, length: 1 })
  }
}
