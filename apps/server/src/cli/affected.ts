import { z } from 'zod'
import { listAffectedPatients } from '@registry/db/affected-patients'
import { connect } from '@registry/db/connect'
import { writeRows } from '@registry/tabular/write/rows'
import { readCommandEnv, type Source } from '../app/env.ts'
import { parseOptions, type Command } from './command.ts'
import { withOwner } from './with-owner.ts'

const missingUser = 'required: an e-mail of the staff, or `center CODE` for the programs of a centre'
const Options = z
  .object({
    user: z.string(missingUser).min(1, missingUser),
    from: z.iso.date('required: the first day, as 2026-03-31'),
    to: z.iso.date('required: the last day, as 2026-03-31'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'must not be before --from' })

const columns = [
  { name: 'centre', type: 'text' },
  { name: 'patient', type: 'number' },
  { name: 'centre_patient_code', type: 'text' },
  { name: 'uses', type: 'text' },
  { name: 'times', type: 'number' },
  { name: 'first', type: 'text' },
  { name: 'last', type: 'text' },
] as const

/** @throws EnvError for a missing or wrong option */
export const printAffected = async (source: Source, args: readonly string[]): Promise<string> => {
  const {
    user: actor,
    from,
    to,
  } = parseOptions(args, { user: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } }, Options)
  return withOwner(readCommandEnv(source), async (owner) => {
    const database = connect(owner, { max: 1, applicationName: 'registry affected' })
    try {
      const patients = await listAffectedPatients(database, { actor, from, to })
      const rows = patients.map(({ centre, patient, code, uses, times, first, last }) => [centre, patient, code, uses, times, first, last])
      return Buffer.from(await writeRows(rows, columns, 'csv')).toString()
    } finally {
      await database.end()
    }
  })
}

/** Lists the patients whose data a user read, exported or changed in a period, as CSV (THREAT-50). */
export const affected: Command = {
  description: 'lists as CSV the patients whose data a user read, exported or changed in a period',
  options: '--user <e-mail, or "center CODE"> --from 2026-03-01 --to 2026-03-31',
  run: (args) => printAffected(process.env, args),
}
