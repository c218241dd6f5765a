import type { ErrorCode } from '@registry/domain/error-messages'
import { ruleDescriptions, type RuleId } from '@registry/domain/rules/messages'
import { buildRuleSet } from '@registry/domain/rules/rule-set'
import type { Rule, Severity } from '@registry/domain/rules/rule'
import { sampleReferenceValues } from '@registry/domain/testing/reference-values'

export const clinicalRulesPath = 'docs/clinical-rules.md'

/** Rules outside the rule set, because they need more than one record, and their files. */
export const rulesElsewhere: readonly { readonly id: RuleId; readonly severity: Severity; readonly file: string }[] = [
  { id: 'RULE-33', severity: 'warning', file: 'packages/db/src/sql/versions.ts' },
  { id: 'RULE-36', severity: 'error', file: 'packages/domain/src/patient/writing.ts' },
]

const head = `# Clinical rules

Rules between the fields of one record. The same rules run on forms, files and calls of the web service. An error rejects the save. A warning
is shown and stored with the value. An unknown value violates nothing. Limits of a single field are in \`packages/domain/src/fields/sections\`.

\`pnpm contract:print\` makes this page from \`packages/domain/src/rules\`; a repository check compares it.
`

/** Groups the cases of a rule with the same severity and message into one line. */
const groupCases = (rules: readonly Rule[]): readonly (readonly Rule[])[] => [
  ...Map.groupBy(rules, ({ severity, text }) => `${severity} ${text}`).values(),
]

const formatCase = (group: readonly Rule[], translate: (code: ErrorCode) => string): string[] => {
  const [first] = group
  if (!first) return []
  const fields = [...new Set(group.flatMap((rule) => rule.fields))].map((name) => `\`${name}\``)
  return [`| ${first.severity} | ${translate(first.text)} | ${fields.join(', ')} |`]
}

const formatRule = (id: RuleId, rules: readonly Rule[], translate: (code: ErrorCode) => string): string => {
  const { checks, source } = ruleDescriptions[id]
  const elsewhere = rulesElsewhere.find((rule) => rule.id === id)
  const cases = groupCases(rules).flatMap((group) => formatCase(group, translate))
  return [
    `## ${id}`,
    '',
    `${checks} Source: ${source}.`,
    '',
    ...(elsewhere
      ? [`Severity: ${elsewhere.severity}. Code: \`${elsewhere.file}\`.`]
      : ['| severity | message | fields |', '| --- | --- | --- |', ...cases]),
    '',
  ].join('\n')
}

/** Returns all rules of the code. Reference values change conditions of rules, not the list of rules. */
export const listRules = (): readonly Rule[] => {
  const { trees, functions } = buildRuleSet(sampleReferenceValues)
  return [...trees, ...functions]
}

/** Prints docs/clinical-rules.md. */
export const printClinicalRules = (translate: (code: ErrorCode) => string): string => {
  const rules = listRules()
  const ids = [...new Set([...rules, ...rulesElsewhere].map(({ id }) => id))].toSorted()
  const chapters = ids.map((id) =>
    formatRule(
      id,
      rules.filter((rule) => rule.id === id),
      translate,
    ),
  )
  return [head, ...chapters].join('\n')
}
