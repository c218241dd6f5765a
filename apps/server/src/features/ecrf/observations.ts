import type { Caller } from '@registry/api-contract/caller'
import type { ObservationRow } from '@registry/api-contract/observations'
import type { Services } from '@registry/api-contract/services'
import type { Transaction } from '@registry/db/transaction'
import { AppError, validationError, type ErrorDetail } from '@registry/domain/error'
import { observedAnalytes } from '@registry/domain/observations/analytes'
import { readObservation, type Observation, type ObservationTexts } from '@registry/domain/observations/observation'
import { findWriteError } from '@registry/domain/patient/writing'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { buildReadTrace } from '../../audit/read-trace.ts'
import type { Deps } from '../../app/deps.ts'
import { formatItalianDay } from '../../shared/day.ts'
import { addObservations, correctObservation, findDayErrors, refreshStatistics } from '../../shared/observations.ts'
import { findRecord } from './queries.ts'

type Row = Omit<ObservationRow, 'ended' | 'recordedAt'> & {
  readonly recordedAt: string
  readonly as: 'corrected' | 'removed' | 'undone' | null
  readonly at: string
  readonly by: string
  readonly reason: string | null
}

const listRows = async ({ sql }: Transaction, patientId: number): Promise<ObservationRow[]> => {
  const rows = await sql<Row[]>`
    SELECT id::integer, analyte, taken_on AS "takenOn", comparator, value, unit, standard_value::float8 AS "standardValue", sample, source,
      recorded_at AS "recordedAt", recorded_by AS "recordedBy", ended_as AS "as", ended_at AS at, ended_by AS by, reason
    FROM observation WHERE patient_id = ${patientId} ORDER BY analyte, taken_on, recorded_at, id`
  return rows.map(({ as, at, by, reason, recordedAt, ...row }) => ({
    ...row,
    recordedAt: new Date(recordedAt).toISOString(),
    ended: as === null ? null : { as, at: new Date(at).toISOString(), by, reason },
  }))
}

/** The registry's columns that a list of results reveals. */
const listedColumns = ['CENTER_ID', ...new Set(observedAnalytes.map(({ field }) => field.name))]

/** The patient of a record whose medical data may be written. @throws AppError import_patient_unknown, consent_medical_missing, consent_withdrawn */
const findWritable = async (tx: Transaction, centre: string, code: string): Promise<number> => {
  const { id, consents, withdrawn } = await findRecord(tx, centre, code)
  const error = findWriteError('MEDICAL_DATA', { ...consents, withdrawal: withdrawn ? 'v1' : null })
  if (error) throw new AppError(error)
  return id
}

type Read = {
  readonly results: readonly Observation[]
  readonly warnings: readonly { readonly field: string; readonly detail: ErrorDetail }[]
}

/** Reads the typed results. @throws AppError validation_failed with the first error of each */
const readAll = (typed: readonly ObservationTexts[], name: (position: number, part: string) => string, today: string): Read => {
  const errors: Record<string, ErrorDetail> = {}
  const results: Observation[] = []
  const warnings: { field: string; detail: ErrorDetail }[] = []
  for (const [position, texts] of typed.entries()) {
    const reading = readObservation(texts, { today })
    if (reading.error) {
      errors[name(position, reading.part)] = reading.error
      continue
    }
    results.push(reading.observation)
    if (reading.warning) warnings.push({ field: name(position, 'value'), detail: reading.warning })
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
  return { results, warnings }
}

const nameByPosition = (position: number, part: string): string => `${position}.${part}`
const nameByPart = (_position: number, part: string): string => part

/** The dated results of a record (REQ-OBS-01). */
export const observations = (deps: Deps): Services['observations'] => {
  const change = (caller: Caller, centre: string, reason: string, work: (tx: Transaction) => Promise<void>) =>
    writeTransaction(deps, caller, work, { centre, reason })
  /** The analyte of a present result of the patient. @throws AppError not_found */
  const findAnalyteOf = async ({ sql }: Transaction, patientId: number, id: number): Promise<string> => {
    const [row] = await sql<{ analyte: string }[]>`SELECT analyte FROM observation WHERE id = ${id}::bigint AND patient_id = ${patientId}`
    if (!row) throw new AppError('not_found')
    return row.analyte
  }
  const store = async (
    tx: Transaction,
    centre: string,
    patientId: number,
    correction: Parameters<typeof correctObservation>[2],
  ): Promise<void> => {
    const outcome = await correctObservation(tx, 'form', correction)
    if (outcome !== 'corrected') throw new AppError(outcome === 'ended' ? 'observation_ended' : 'observation_present')
    await refreshStatistics(tx, { centre, patients: [patientId], today: formatItalianDay(deps.clock()) })
  }
  return {
    list: async (caller, { centre: named, code }) => {
      const centre = findCallerCentre(caller, named)
      const work = async (tx: Transaction) => {
        const { id } = await findRecord(tx, centre, code)
        return { id, observations: await listRows(tx, id) }
      }
      const { id, observations: found } = await readTransaction(deps, caller, work, { centre })
      caller.recordRead(await buildReadTrace(deps.keyedHash, `centre ${centre}`, [id], listedColumns))
      return { observations: found }
    },
    add: (caller, { centre: named, code, results: typed }) => {
      const centre = findCallerCentre(caller, named)
      const today = formatItalianDay(deps.clock())
      const { results, warnings } = readAll(typed, nameByPosition, today)
      const work = async (tx: Transaction) => {
        const patientId = await findWritable(tx, centre, code)
        const sent = results.map((result, row) => ({ ...result, row, patientId }))
        const dayErrors = await findDayErrors(tx, sent)
        const outcomes = await addObservations(tx, 'form', sent)
        const errors = sent.flatMap(({ row }) => {
          const day = dayErrors.get(row)
          if (day) return [[nameByPosition(row, 'takenOn'), { code: day }] as const]
          return outcomes.get(row) === 'sample' ? [[nameByPosition(row, 'sample'), { code: 'observation_sample_differs' }] as const] : []
        })
        if (errors.length > 0) throw validationError(Object.fromEntries(errors))
        await refreshStatistics(tx, { centre, patients: [patientId], today })
        const added = [...outcomes.values()].filter((outcome) => outcome === 'added').length
        caller.note(`patient ${patientId}, ${added} results added`)
        return { added, unchanged: sent.length - added }
      }
      return writeTransaction(deps, caller, work, { centre }).then((counts) => ({
        ...counts,
        warnings: warnings.map(({ field, detail }) => ({
          field,
          code: detail.code,
          message: deps.messages.formatError(detail, caller.language),
        })),
      }))
    },
    correct: (caller, { centre: named, code, id, reason, ...typed }) => {
      const centre = findCallerCentre(caller, named)
      return change(caller, centre, reason, async (tx) => {
        const patientId = await findWritable(tx, centre, code)
        const analyte = await findAnalyteOf(tx, patientId, id)
        const { results } = readAll([{ ...typed, analyte }], nameByPart, formatItalianDay(deps.clock()))
        for (const result of results) {
          const wrongDay = (await findDayErrors(tx, [{ row: 0, patientId, takenOn: result.takenOn }])).get(0)
          if (wrongDay) throw validationError({ takenOn: { code: wrongDay } })
          await store(tx, centre, patientId, { id, result, reason })
        }
        caller.note(`patient ${patientId}, a result corrected`)
      })
    },
    remove: (caller, { centre: named, code, id, reason }) => {
      const centre = findCallerCentre(caller, named)
      return change(caller, centre, reason, async (tx) => {
        const patientId = await findWritable(tx, centre, code)
        await findAnalyteOf(tx, patientId, id)
        await store(tx, centre, patientId, { id, result: null, reason })
        caller.note(`patient ${patientId}, a result removed`)
      })
    },
  }
}
