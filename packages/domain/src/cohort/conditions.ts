import type { Expression } from '../expression/expression.ts'
import { formatExpressionAsSql } from '../expression/sql-text.ts'
import { getField, type FieldName } from '../fields/dictionary.ts'
import type { Condition, WrittenCondition } from '../filter/condition.ts'
import type { Predicate } from '../filter/predicate.ts'
import { buildExpression } from '../filter/condition-tree.ts'
import {
  abroad,
  cohortSectionNames,
  cohortSections,
  complicationFields,
  ironBands,
  noAdmission,
  phenotypeValues,
  splitKey,
  unstatedCause,
} from './groups.ts'
import type { CountedIndicator, IronMeasure, PartIndicator } from './groups.ts'

/** A bar, cell or tile of a chart. `centre` is the centre of its row, `codes` are those of its group of causes. */
export type ChosenCell = {
  readonly indicator: CountedIndicator | PartIndicator
  readonly key: string
  readonly centre?: string | undefined
  readonly codes?: readonly string[] | undefined
}

const equals = (field: FieldName, value: string | boolean | number): Predicate => ({ field, operator: '=', value })

const buildPhenotype = (phenotype: string): Predicate => {
  const field = 'FENOTYPE'
  if (phenotype === 'unknown') return { field, operator: 'is null' }
  if (phenotype === 'TDT' || phenotype === 'NTDT') return equals(field, phenotype)
  if (phenotype === 'SCD') return { field, operator: 'in', value: [...phenotypeValues.SCD] }
  return { field, operator: 'not in', value: Object.values(phenotypeValues).flat() }
}

const buildBand = (measure: IronMeasure, key: string): Predicate[] => {
  const { field, limits } = ironBands[measure]
  const from: number | undefined = limits[Number(key) - 1]
  const to: number | undefined = limits[Number(key)]
  return [
    ...(from === undefined ? [] : [{ field, operator: '>=' as const, value: from }]),
    ...(to === undefined ? [] : [{ field, operator: '<' as const, value: to }]),
  ]
}

const buildAdmission = (key: string, codes: readonly string[]): Predicate[] => {
  if (key === noAdmission) return [equals('HOSPEDALIZATIONS', 0)]
  if (key === unstatedCause)
    return [
      { field: 'HOSPEDALIZATIONS', operator: '>', value: 0 },
      { field: 'HOSPEDAL_CAUSES', operator: 'is null' },
    ]
  return codes.length === 0 ? [] : [{ field: 'HOSPEDAL_CAUSES', operator: 'in', value: [...codes] }]
}

/** The conditions of a cell. Ages have none: a filter does not use the date of birth (REQ-FIL-03). */
const buildPredicates = ({ indicator, key, codes = [] }: ChosenCell): Predicate[] => {
  const [first = '', second = '', third = ''] = splitKey(key)
  switch (indicator) {
    case 'pyramid':
      return [equals('SEX', second), buildPhenotype(third)]
    case 'regions':
      return key === abroad ? [{ field: 'address_nation', operator: '<>', value: 'IT' }] : [equals('address_area', key)]
    case 'ferritin':
    case 'lic':
    case 't2':
      return buildBand(indicator, key)
    case 'chelation':
      return [equals('ICT_TYPE', key)]
    case 'admissions':
      return buildAdmission(key, codes)
    case 'complications':
      return complicationFields.flatMap((field) => (field === first ? [equals(field, true)] : []))
    case 'missing':
      return []
  }
}

/** A section has a missing value if one of its fields is missing. Fields that filters must not use are omitted. */
const buildMissing = (key: string): Expression | undefined => {
  const section = cohortSectionNames.find((name) => name === key)
  if (section === undefined) return undefined
  const fields: readonly FieldName[] = cohortSections[section]
  const usable = fields.filter((name) => getField(name).filterable !== false)
  return usable.length === 0 ? undefined : { op: 'or', of: usable.map((field) => ({ op: 'is null' as const, of: { field } })) }
}

/**
 * Returns the condition of a new filter from a cell, joined with that of the shown filter. Undefined for a cell without one (REQ-COH-06).
 */
export const buildCellCondition = (cell: ChosenCell, shown: Condition | undefined): WrittenCondition | undefined => {
  const centre: Predicate[] = cell.centre === undefined ? [] : [equals('center_code', cell.centre)]
  const missing = cell.indicator === 'missing' ? buildMissing(cell.key) : undefined
  const own = buildPredicates(cell)
  if (own.length === 0 && missing === undefined) return undefined
  const predicates = [...centre, ...own]
  if (!missing && (shown === undefined || shown.kind === 'predicates'))
    return { kind: 'predicates', predicates: [...(shown?.predicates ?? []), ...predicates] }
  const parts: Expression[] = [
    ...(shown ? [buildExpression(shown)] : []),
    ...(predicates.length > 0 ? [buildExpression({ kind: 'predicates', predicates })] : []),
    ...(missing ? [missing] : []),
  ]
  return { kind: 'sql', text: formatExpressionAsSql({ op: 'and', of: parts }) }
}
