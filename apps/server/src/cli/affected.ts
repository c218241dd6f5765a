import { parseArgs } from 'node:util'
import { z } from 'zod'
import { listAffectedPatients } from '@registry/db/affected-patients'
import { connect } from '@registry/db/connect'
import { writeRows } from '@registry/tabular/write/rows'
import { EnvError, readEnv } from '../app/env.ts'
import { withOwner } from './with-owner.ts'

const Options = z
  .object({
    user: z.string().min(1, 'required: an e-mail of the staff, or `center CODE` for the programs of a centre'),
    from: z.iso.date('required: the first day, as 2026-03-31'),
    to: z.iso.date('required: the last day, as 2026-03-31'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'must not be before --from' })

const parseOptions = (args: readonly string[]): z.infer<typeof Options> => {
  const { values } = parseArgs({
    args: [...args],
    options: { user: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
    strict: true,
  })
  const parsed = Options.safeParse({ user: '', from: '', to: '', ...values })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new EnvError(`--${issue?.path.join('.') ?? ''}`, issue?.message ?? 'wrong')
}

const columns = [
  { name: 'centre', type: 'text' },
  { name: 'patient', type: 'number' },
  { name: 'centre_patient_code', type: 'text' },
  { name: 'uses', type: 'text' },
  { name: 'times', type: 'number' },
  { name: 'first', type: 'text' },
  { name: 'last', type: 'text' },
] as const

/**
 * Lists the patients whose data a user read, exported or changed in a period, as CSV (THREAT-50).
 * @throws EnvError for a missing or wrong option
 */
export const printAffected = async (source: Readonly<Record<string, string | undefined>>, args: readonly string[]): Promise<string> => {
  const { user: actor, from, to } = parseOptions(args)
  return withOwner(readEnv(source), async (owner) => {
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
