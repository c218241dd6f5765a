import { listExpressionFields, type Expression } from '../expression/expression.ts'
import { dataDomainConsents, listDataDomainConsents, type DataDomainConsent } from '../fields/data-domain-consent.ts'
import { getField } from '../fields/dictionary.ts'
import type { Condition } from './condition.ts'
import { buildExpression } from './condition-tree.ts'

/**
 * A step that removes patients from a count. A missing consent removes those whose condition is unknown because of it. A condition removes
 * those for whom it is false or unknown.
 */
export type CountStep =
  | { readonly kind: 'consent'; readonly consent: DataDomainConsent; readonly condition: Expression }
  | { readonly kind: 'condition'; readonly condition: Expression }

const findConsents = (condition: Expression): readonly DataDomainConsent[] =>
  listDataDomainConsents(listExpressionFields(condition).map(getField))

export const listNeededConsents = (condition: Condition): readonly DataDomainConsent[] => findConsents(buildExpression(condition))

/** Lists the steps after the consent to the registry: the consents that the conditions need, then each condition in order (REQ-FIL-10). */
export const listCountSteps = (condition: Condition): readonly CountStep[] => {
  const whole = buildExpression(condition)
  const conditions = condition.kind === 'predicates' && whole.op === 'and' ? whole.of : [whole]
  const consents = dataDomainConsents.flatMap((consent): CountStep[] => {
    // One condition that needs the consent is enough. Without it that condition is unknown, and so all of them are not met. An alternative
    // can be met without the consent, so a condition that needs no other comes first.
    const all = conditions.filter((one) => findConsents(one).includes(consent))
    const needing = all.find((one) => one.op !== 'or') ?? all[0]
    return needing ? [{ kind: 'consent', consent, condition: needing }] : []
  })
  return [...consents, ...conditions.map((one): CountStep => ({ kind: 'condition', condition: one }))]
}

/** The patients whom a step removes. `unknown` counts those among them who have not answered, or whose value is missing. */
export type Removed = { readonly removed: number; readonly unknown: number }

/** A step with the patients who remain after it. */
export type CountedStep = Removed & { readonly remaining: number }

/** Builds the chain of counts: each step starts with the patients who remain after the one before. */
export const buildCountChain = (
  visible: number,
  steps: readonly Removed[],
): { readonly visible: number; readonly steps: readonly CountedStep[] } => {
  const chain: CountedStep[] = []
  let remaining = visible
  for (const { removed, unknown } of steps) {
    remaining -= removed
    chain.push({ remaining, removed, unknown })
  }
  return { visible, steps: chain }
}
