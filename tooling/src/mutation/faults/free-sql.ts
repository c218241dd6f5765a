import type { PlantedFault } from '../planted-fault.ts'

const folder = 'apps/server/src/features/saved-filters'
const tests = [`${folder}/free-sql.test.ts`]
const meaning = [`${folder}/free-sql-meaning.test.ts`]
const walls = [`${folder}/free-sql-walls.test.ts`]

/** Free conditions: what is allowed, the limits, the places, the meaning, and the check at each run. */
export const freeSqlFaults: readonly PlantedFault[] = [
  {
    name: 'a free condition is parsed whatever its length',
    file: 'apps/server/src/free-sql/free-sql.ts',
    find: 'text.length > sqlTextMax',
    replace: 'text.length > Infinity',
    tests,
  },
  {
    name: 'a free condition may have comments',
    file: 'apps/server/src/free-sql/characters.ts',
    find: "pair === '--' || pair === '/*'",
    replace: "pair === ''",
    tests,
  },
  {
    name: 'a free condition may have texts of other kinds',
    file: 'apps/server/src/free-sql/characters.ts',
    find: "if (/\\w/.test(text[offset - 1] ?? ''))",
    replace: "if (/~/.test(text[offset - 1] ?? ''))",
    tests,
  },
  {
    name: 'a free condition may have another part of a statement',
    file: 'apps/server/src/free-sql/parse-where.ts',
    find: ' && Object.keys(parts).length === 0',
    replace: '',
    tests,
  },
  {
    name: 'a free condition may use DISTINCT, OVER and FILTER of a function',
    file: 'apps/server/src/free-sql/reading.ts',
    find: 'some((key) => !known.includes(key))',
    replace: 'some(() => known.length === 0)',
    tests,
  },
  {
    name: 'a free condition names fields that identify people',
    file: 'apps/server/src/free-sql/operands.ts',
    find: "if (error === 'filter_field_excluded') throw",
    replace: "if (error === 'filter_field_misplaced') throw",
    tests,
  },
  {
    name: 'a free condition may be nested without limit',
    file: 'apps/server/src/free-sql/reading.ts',
    find: 'if (depth > expressionLimits.depth)',
    replace: 'if (depth > 10_000)',
    tests,
  },
  {
    name: 'a free condition may have any number of comparisons',
    file: 'apps/server/src/free-sql/conditions.ts',
    find: 'reading.conditions > expressionLimits.predicates',
    replace: 'reading.conditions > 10_000',
    tests,
  },
  {
    name: 'the place of a problem counts bytes',
    file: 'apps/server/src/free-sql/parse-where.ts',
    find: 'bytes.subarray(0, location).toString().length - prefix.length',
    replace: 'location - prefix.length',
    tests,
  },
  {
    name: 'a comparison that begins with its value keeps its direction',
    file: 'apps/server/src/free-sql/conditions.ts',
    find: 'return compare(mirrored[op], right, left, place, reading)',
    replace: 'return compare(op, right, left, place, reading)',
    tests: meaning,
  },
  {
    name: 'the difference of two days has the wrong sign',
    file: 'apps/server/src/free-sql/operands.ts',
    find: 'args: [right.operand, left.operand]',
    replace: 'args: [left.operand, right.operand]',
    tests: meaning,
  },
  {
    name: 'IS NOT TRUE forgets missing values',
    file: 'apps/server/src/free-sql/conditions.ts',
    find: 'IS_NOT_TRUE: [false, false],',
    replace: 'IS_NOT_TRUE: [true, false],',
    tests: meaning,
  },
  {
    name: 'a quote in a value ends the text of the conditions',
    file: 'packages/domain/src/expression/sql-text.ts',
    find: `value.replaceAll("'", "''")`,
    replace: 'value',
    tests: meaning,
  },
  {
    name: 'a free condition is saved with a value that no list has',
    file: `${folder}/service.ts`,
    find: 'await parseCondition(written, referenceValues)',
    replace: 'await parseCondition(written)',
    tests: walls,
  },
]
