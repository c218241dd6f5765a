import { eq } from 'drizzle-orm'
import { patient } from '@registry/db/schema/patients'
import type { Transaction } from '@registry/db/transaction'
import { listChanges, type Source } from '@registry/domain/ecrf/history'
import { fields } from '@registry/domain/fields/dictionary'
import type { OwnRecordSource } from '@registry/domain/my-record/own-record'
import { listVersions, readRecordValues, selectRecords } from './queries.ts'

type Answer = { readonly field: string; readonly at: string; readonly answer: boolean | string; readonly source: Source }

/** The ledger has upper-case names. */
const answerFields = new Map(fields.filter(({ table }) => table === 'patient').map(({ name }) => [name.toUpperCase(), name] as const))

/** Reads the answers of the ledger that are in force, the oldest first: an answer on paper can be older than one before it. */
const listAnswers = async ({ sql }: Transaction, patientId: number): Promise<OwnRecordSource['changes']> => {
  const answers = await sql<Answer[]>`
    SELECT e.field, e.at, e.answer,
      CASE WHEN e.channel IN ('patient', 'guardian', 'assent', 'desk') THEN 'patient' WHEN e.channel IN ('service', 'system') THEN e.channel ELSE 'form' END AS source
    FROM patient AS p JOIN consent_event AS e ON e.subject = p.consent_subject
    WHERE p.id = ${patientId} AND e.at IS NOT NULL AND e.answer = to_jsonb(p) -> lower(e.field) ORDER BY e.seq`
  return answers.flatMap(({ field: name, at, answer, source }) => {
    const field = answerFields.get(name)
    return field === undefined ? [] : [{ field, at, source, new: answer }]
  })
}

/** Reads the record of the signed-in patient with its history. Row security shows both data domains with and without consent. */
export const findOwnRecord = async (tx: Transaction, patientId: number): Promise<OwnRecordSource | undefined> => {
  const [row] = await selectRecords(tx, eq(patient.id, patientId))
  if (!row) return undefined
  const saved = listChanges(await listVersions(tx, patientId))
  return { ...readRecordValues(row), changes: [...saved, ...(await listAnswers(tx, patientId))] }
}
