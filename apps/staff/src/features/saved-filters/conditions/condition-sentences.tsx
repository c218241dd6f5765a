import { Trans } from '@lingui/react/macro'
import { listExpressionFields } from '@registry/domain/expression/expression'
import type { Condition } from '@registry/domain/filter/condition'
import type { Predicate } from '@registry/domain/filter/predicate'
import { describeCondition, buildExpression, groupPredicates } from '@registry/domain/filter/condition-tree'
import { useMemo } from 'react'
import { useDescribeOptions } from '../../../exports/use-describe-options.ts'
import layout from '../../../layout/layout.module.css'
import classes from './conditions.module.css'

/** Describes each step of a condition in a sentence: a predicate, or alternatives together. A free condition is one sentence. */
export const useConditionSentences = (condition: Condition | null): readonly string[] => {
  const describe = useDescribe(condition)
  if (!condition) return []
  return condition.kind === 'sql' ? [describe(condition)] : groupPredicates(condition.predicates).map(ofPredicates).map(describe)
}

/** Describes each predicate in a sentence of its own. */
export const usePredicateSentences = (predicates: readonly Predicate[]): readonly string[] => {
  const condition = useMemo(() => ofPredicates(predicates), [predicates])
  const describe = useDescribe(condition)
  return predicates.map((predicate) => describe(ofPredicates([predicate])))
}

const ofPredicates = (predicates: readonly Predicate[]): Condition => ({ kind: 'predicates', predicates: [...predicates] })

const useDescribe = (condition: Condition | null) => {
  const names = useMemo(() => (condition ? listExpressionFields(buildExpression(condition)) : []), [condition])
  const options = useDescribeOptions(names)
  return (one: Condition): string => describeCondition(one, options)
}

/** A filter without conditions selects all patients. */
export const EverybodyNotice = () => (
  <p className={layout.paragraph}>
    <Trans>Nessuna condizione: il filtro prende tutti i pazienti che hanno dato il consenso al registro.</Trans>
  </p>
)

/** Conditions are joined with AND (REQ-FIL-05). */
export const ConditionSentences = ({ sentences }: { readonly sentences: readonly string[] }) =>
  sentences.length === 0 ? (
    <EverybodyNotice />
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
        </li>
      ))}
    </ol>
  )
