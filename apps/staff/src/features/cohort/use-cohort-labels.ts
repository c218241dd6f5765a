import { useLingui } from '@lingui/react/macro'
import { minGroupSize } from '@registry/domain/access/small-groups'
import { ageClasses } from '@registry/domain/cohort/groups'
import type { FieldName } from '@registry/domain/fields/dictionary'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useDescribeOptions } from '../../exports/use-describe-options.ts'

/** A share of fewer patients would be far from the real one. Each rounded number is off by up to two. */
const leastTotal = 30

type Count = number | null
type Rest = { readonly total: Count; readonly missing: Count; readonly withheld: Count }

const listedFields: readonly FieldName[] = ['address_area', 'ICT_TYPE']

/** The words and numbers that all charts of a cohort share. `isExact` is true if the numbers are exact or rounded. */
export const useCohortLabels = (isExact: boolean) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { findLabel } = useDescribeOptions(listedFields)
  const hidden = t`meno di ${minGroupSize}`
  const show = (count: Count): string => (count === null ? hidden : showNumber(count, language))
  return {
    show,
    /** A share of two shown numbers in percent; rounded numbers can exceed their total. */
    percent: (part: Count, total: Count): number | null =>
      part === null || total === null || total < (isExact ? 1 : leastTotal) ? null : Math.min(100, Math.round((100 * part) / total)),
    describeRest: ({ total, missing, withheld }: Rest): string =>
      t`${show(total)} pazienti con un valore · senza valore: ${show(missing)} · senza consenso: ${show(withheld)}`,
    nameAge: (age: string): string => (age === ageClasses.at(-1) ? `${age}+` : `${age}–${Number(age) + 9}`),
    findLabel: (table: ReferenceTable, id: string): string => findLabel?.(table, id) ?? id,
  }
}

export type CohortLabels = ReturnType<typeof useCohortLabels>
