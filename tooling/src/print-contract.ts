import { writeFile } from 'node:fs/promises'
import { environmentExample, environmentTable } from '@registry/server/app/env'
import { currentClinicalRules } from './clinical-rules/current.ts'
import { clinicalRulesPath } from './clinical-rules/print.ts'
import { contractPath, printContract } from './contract/print.ts'
import { decisionIndexPath, insertDecisionIndex } from './guards/decisions.ts'
import { evidenceSources } from './guards/evidence-sources.ts'
import { findMentions, insertEvidence } from './guards/evidence.ts'
import { insertEnvironmentTable } from './guards/readme.ts'
import { readSource, readSources, root } from './repository.ts'
import { handleHelp } from './run/help.ts'

handleHelp('pnpm contract:print: writes the files that are made from the code')

/** Generated files. Guards compare them with the code. */
const printed = {
  [clinicalRulesPath]: await currentClinicalRules(),
  [contractPath]: printContract(),
  '.env.example': environmentExample(),
  'README.md': insertEnvironmentTable(readSource('README.md').text, environmentTable()),
  [decisionIndexPath]: insertDecisionIndex(readSource(decisionIndexPath).text, readSources(/^docs\/decisions\//)),
  'docs/security.md': insertEvidence(readSource('docs/security.md').text, findMentions(evidenceSources())),
}

for (const [path, text] of Object.entries(printed)) await writeFile(root + path, text)
console.log(`Written: ${Object.keys(printed).join(', ')}`)
