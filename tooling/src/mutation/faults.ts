import { policiesFaults } from './faults/policies.ts'
import { viewsFaults } from './faults/views.ts'
import { triggersFaults } from './faults/triggers.ts'
import { sessionsFaults } from './faults/sessions.ts'
import { signInFaults } from './faults/sign-in.ts'
import { consentsFaults } from './faults/consents.ts'
import { withdrawalFaults } from './faults/withdrawal.ts'
import { dataFaults } from './faults/data.ts'
import { exportsFaults } from './faults/exports.ts'
import { grantsFaults } from './faults/grants.ts'
import { evidenceFaults } from './faults/evidence.ts'
import { answersFaults } from './faults/answers.ts'
import { guardsFaults } from './faults/guards.ts'
import { signInDatabaseFaults } from './faults/sign-in-database.ts'
import { isolationFaults } from './faults/isolation.ts'
import type { PlantedFault } from './planted-fault.ts'

/**
 * Faults in what the database itself keeps, which mutation of TypeScript does not reach, since its code is text there; in each wall of the
 * sign-in; in what every answer says; in the guards; and in what files, filters and exports could get wrong unnoticed.
 */
export const plantedFaults: readonly PlantedFault[] = [
  ...policiesFaults,
  ...viewsFaults,
  ...triggersFaults,
  ...sessionsFaults,
  ...signInFaults,
  ...consentsFaults,
  ...withdrawalFaults,
  ...dataFaults,
  ...exportsFaults,
  ...grantsFaults,
  ...evidenceFaults,
  ...answersFaults,
  ...guardsFaults,
  ...signInDatabaseFaults,
  ...isolationFaults,
]
