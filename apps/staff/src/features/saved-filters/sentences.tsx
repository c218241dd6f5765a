import { Trans } from '@lingui/react/macro'
import { listExpressionFields } from '@registry/domain/expression/expression'
import { type Condition, describeCondition, buildExpression } from '@registry/domain/filter/condition'
import { type ReactNode, useMemo } from 'react'
import classes from './saved-filters.module.css'
import { useTelling } from './use-telling.ts'

/** The tests of a condition in words, one by one; a free condition is one sentence. */
export const useSentences = (condition: Condition | null): readonly string[] => {
  const names = useMemo(() => (condition ? listExpressionFields(buildExpression(condition)) : []), [condition])
  const telling = useTelling(names)
  if (!condition) return []
  if (condition.kind === 'sql') return [describeCondition(condition, telling)]
  return condition.tests.map((test) => describeCondition({ kind: 'tests', tests: [test] }, telling))
}

type Props = {
  readonly sentences: readonly string[]
  /** What stands beside each sentence, in their order: its fault, the buttons that change it. */
  readonly beside?: readonly ReactNode[]
}

/** Conditions hold all together, so each after the first begins with "and" (D10). None at all is said in words, since it means everybody. */
export const Sentences = ({ sentences, beside }: Props) =>
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
