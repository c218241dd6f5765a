import { policiesFaults } from './faults/policies.ts'
import { viewsFaults } from './faults/views.ts'
import { triggersFaults } from './faults/triggers.ts'
import { sessionsFaults } from './faults/sessions.ts'
import { signInFaults } from './faults/sign-in.ts'
import { consentsFaults } from './faults/consents.ts'
import { withdrawalFaults } from './faults/withdrawal.ts'
import { dataFaults } from './faults/data.ts'
import { exportsFaults } from './faults/exports.ts'
import { countsFaults } from './faults/counts.ts'
import { freeSqlFaults } from './faults/free-sql.ts'
import { grantsFaults } from './faults/grants.ts'
import { evidenceFaults } from './faults/evidence.ts'
import { answersFaults } from './faults/answers.ts'
import { guardsFaults } from './faults/guards.ts'
import { signInDatabaseFaults } from './faults/sign-in-database.ts'
import { guardedRowsFaults } from './faults/guarded-rows.ts'
import { studiesFaults } from './faults/studies.ts'
import { isolationFaults } from './faults/isolation.ts'
import { validCallsFaults } from './faults/valid-calls.ts'
import type { PlantedFault } from './planted-fault.ts'

/**
 * Faults in SQL, which is text in TypeScript and out of reach for Stryker; in the protections of the sign-in; in responses; in guards; in files,
 * filters and exports. The keys are the file names of the lists.
 */
const lists: Readonly<Record<string, readonly PlantedFault[]>> = {
  policies: policiesFaults,
  views: viewsFaults,
  triggers: triggersFaults,
  sessions: sessionsFaults,
  'sign-in': signInFaults,
  consents: consentsFaults,
  withdrawal: withdrawalFaults,
  data: dataFaults,
  exports: exportsFaults,
  counts: countsFaults,
  'free-sql': freeSqlFaults,
  grants: grantsFaults,
  evidence: evidenceFaults,
  answers: answersFaults,
  guards: guardsFaults,
  'sign-in-database': signInDatabaseFaults,
  isolation: isolationFaults,
  studies: studiesFaults,
  'guarded-rows': guardedRowsFaults,
  'valid-calls': validCallsFaults,
}

export const plantedFaults: readonly PlantedFault[] = Object.values(lists).flat()

/** Returns the faults whose name or file contains the text, or all of one list, such as `faults/exports`. */
export const selectFaults = (part: string): readonly PlantedFault[] =>
  Object.entries(lists).flatMap(([list, faults]) =>
    `faults/${list}` === part ? faults : faults.filter(({ name, file }) => `${name} ${file}`.includes(part)),
  )
