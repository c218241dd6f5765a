import { createAdmin, resetSecondFactor } from './administrators.ts'
import { affected } from './affected.ts'
import { afterRestore } from './after-restore.ts'
import { check } from './check.ts'
import type { Command } from './command.ts'
import { importCommand } from './import.ts'
import { decisions } from './decisions.ts'
import { logMonths } from './log-months.ts'
import { migrate } from './migrate.ts'
import { rotateKey } from './rotate-key.ts'
import { verifyEvidence } from './verify-command.ts'

/** The operator's commands (REQ-OPS-06). */
export const commands: Readonly<Record<string, Command>> = {
  migrate,
  'create-admin': createAdmin,
  'reset-second-factor': resetSecondFactor,
  check,
  'rotate-key': rotateKey,
  verify: verifyEvidence,
  'log-months': logMonths,
  affected,
  import: importCommand,
  decisions,
  'after-restore': afterRestore,
}
