import { Trans } from '@lingui/react/macro'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import classes from './filter-count.module.css'
import type { FilterCount } from './use-filter-count.ts'

type Props = {
  readonly count: FilterCount
  /** The number of the step that counts the edited condition. */
  readonly step: number
  /** False while the edited condition has an error. */
  readonly isComplete: boolean
}

/** Number of remaining patients with the edited condition, before it is accepted (REQ-FIL-10). */
export const ConditionEffect = ({ count: { counted, isOld }, step, isComplete }: Props) => {
  const { language } = useLanguage()
  const steps = counted?.counts.steps ?? []
  const at = steps.filter(({ consent }) => consent !== null).length + step
  const before = showNumber(steps[at - 1]?.remaining ?? 0, language)
  const remaining = showNumber(steps[at]?.remaining ?? 0, language)
  const isShown = isComplete && steps[at] !== undefined
  return (
    <p role="status" className={classes.effect} data-old={isOld}>
      {isShown && (
        <Trans>
          Con questa condizione restano <strong>{remaining}</strong> pazienti su {before}.
        </Trans>
      )}
    </p>
  )
}
