import { Trans } from '@lingui/react/macro'
import { listExpressionFields } from '@registry/domain/expression/expression'
import type { Condition } from '@registry/domain/filter/condition'
import { describeCondition, buildExpression } from '@registry/domain/filter/condition-tree'
import { type ReactNode, useMemo } from 'react'
import { useDescribeOptions } from '../../../exports/use-describe-options.ts'
import layout from '../../../layout/layout.module.css'
import classes from './conditions.module.css'

/** Describes each predicate of a condition in a sentence. A free condition is one sentence. */
export const useConditionSentences = (condition: Condition | null): readonly string[] => {
  const names = useMemo(() => (condition ? listExpressionFields(buildExpression(condition)) : []), [condition])
  const describeOptions = useDescribeOptions(names)
  if (!condition) return []
  if (condition.kind === 'sql') return [describeCondition(condition, describeOptions)]
  return condition.predicates.map((predicate) => describeCondition({ kind: 'predicates', predicates: [predicate] }, describeOptions))
}

type Props = {
  readonly sentences: readonly string[]
  /** The error and the buttons of each sentence, in the same order. */
  readonly actions?: readonly ReactNode[]
}

/** Conditions are joined with AND (REQ-FIL-05). A filter without conditions shows a notice, because it selects all patients. */
export const ConditionSentences = ({ sentences, actions }: Props) =>
  sentences.length === 0 ? (
    <p className={layout.paragraph}>
      <Trans>Nessuna condizione: il filtro prende tutti i pazienti che hanno dato il consenso al registro.</Trans>
    </p>
  ) : (
    <ol className={classes.conditions}>
      {sentences.map((sentence, index) => (
        <li key={`${index} ${sentence}`} className={classes.condition}>
          <span className={classes.sentence}>
            {index > 0 && (
              <>
                <Trans>e</Trans>{' '}
              </>
            )}
            {sentence}
          </span>
          {actions?.[index]}
        </li>
      ))}
    </ol>
  )
