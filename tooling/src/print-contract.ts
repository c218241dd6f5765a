import { writeFile } from 'node:fs/promises'
import { environmentExample, environmentTable } from '@registry/server/env'
import { currentClinicalRules } from './clinical-rules/current.ts'
import { clinicalRulesPath } from './clinical-rules/print.ts'
import { contractPath, currentContract } from './contract/current.ts'
import { decisionIndexPath, withDecisionIndex } from './guards/decisions.ts'
import { evidenceSources } from './guards/evidence-sources.ts'
import { mentionsIn, withEvidence } from './guards/evidence.ts'
import { withEnvironment } from './guards/readme.ts'
import { readSource, readSources, root } from './repository.ts'

/** Files made from the code; guards compare them with it. */
const printed = {
  [clinicalRulesPath]: await currentClinicalRules(),
  [contractPath]: currentContract(),
  '.env.example': environmentExample(),
  'README.md': withEnvironment(readSource('README.md').text, environmentTable()),
  [decisionIndexPath]: withDecisionIndex(readSource(decisionIndexPath).text, readSources(/^docs\/decisions\//)),
  'docs/security.md': withEvidence(readSource('docs/security.md').text, mentionsIn(evidenceSources())),
}

for (const [path, text] of Object.entries(printed)) await writeFile(root + path, text)
console.log(`Written: ${Object.keys(printed).join(', ')}`)
