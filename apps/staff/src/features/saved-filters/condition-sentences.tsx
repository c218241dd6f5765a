import { Trans } from '@lingui/react/macro'
import { listExpressionFields } from '@registry/domain/expression/expression'
import { type Condition, describeCondition, buildExpression } from '@registry/domain/filter/condition'
import { type ReactNode, useMemo } from 'react'
import classes from './saved-filters.module.css'
import { useDescribeOptions } from './use-describe-options.ts'

/** The tests of a condition in words, one by one; a free condition is one sentence. */
export const useConditionSentences = (condition: Condition | null): readonly string[] => {
  const names = useMemo(() => (condition ? listExpressionFields(buildExpression(condition)) : []), [condition])
  const describeOptions = useDescribeOptions(names)
  if (!condition) return []
  if (condition.kind === 'sql') return [describeCondition(condition, describeOptions)]
  return condition.tests.map((test) => describeCondition({ kind: 'tests', tests: [test] }, describeOptions))
}

type Props = {
  readonly sentences: readonly string[]
  /** What stands beside each sentence, in their order: its fault, the buttons that change it. */
  readonly beside?: readonly ReactNode[]
}

/** Conditions hold all together, so each after the first begins with "and" (D10). None at all is said in words, since it means everybody. */
export const ConditionSentences = ({ sentences, beside }: Props) =>
  sentences.length === 0 ? (
    <p className={classes.paragraph}>
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
          {beside?.[index]}
        </li>
      ))}
    </ol>
  )
