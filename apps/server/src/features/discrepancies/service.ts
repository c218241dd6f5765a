import type { Services } from '@registry/api-contract/services'
import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { CentreQuery, CentreQuerySearch, Discrepancy } from '@registry/api-contract/discrepancies'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { findField, getField, type FieldName } from '@registry/domain/fields/dictionary'
import type { createValueText } from '@registry/domain/fields/value-text'
import { readTransaction, writeTransaction, formatScope } from '../../audit/operation.ts'
import { buildReadTrace } from '../../audit/read-trace.ts'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import type { Deps } from '../../app/deps.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'
import { buildCheckDescriptions, buildValueText, type DescribedCheck } from '../../shared/record-checks/describe-checks.ts'
import {
  answerDiscrepancies,
  closeDiscrepancies,
  countByCheck,
  countDiscrepancies,
  isAsked,
  listCentreQueries,
  listCheckKeys,
  listDiscrepancies,
  listRecordDiscrepancies,
  listVisibleCentres,
  type StoredDiscrepancy,
  type StoredQuery,
  readComputedValues,
  readPreviousValues,
  readRecordValues,
} from './queries.ts'

type ListedDiscrepancy = StoredDiscrepancy & DescribedCheck

type ValueText = ReturnType<typeof createValueText>

/** Adds the current values of the fields of each check. Corrected values differ from those that failed. */
const addValues = async (tx: Transaction, discrepancies: readonly ListedDiscrepancy[], showValue: ValueText) => {
  const standing = discrepancies.filter(({ state }) => state === 'open' || state === 'answered')
  const names = new Set(standing.flatMap(({ fields }) => fields))
  const patients = [...new Set(standing.map(({ patient }) => patient))]
  const values = await readRecordValues(tx, [...names], patients)
  const previous = await readPreviousValues(tx, [...names], patients)
  const results = await readComputedValues(tx, [...names], patients)
  const showPrevious = (patient: number, field: FieldName) => {
    const saved = previous.get(patient)?.[field]
    return saved ? { text: showValue(field, saved.value), at: saved.at } : null
  }
  const showComputed = (patient: number, field: FieldName) => {
    const computed = results.get(patient)?.[field] ?? null
    return computed === null ? {} : { computed: showValue(field, computed) }
  }
  return discrepancies.map((discrepancy) => {
    const record = standing.includes(discrepancy) ? values.get(discrepancy.patient) : undefined
    const { patient, fields } = discrepancy
    const shown = fields.map((field) => ({
      field,
      text: showValue(field, record?.[field]),
      previous: showPrevious(patient, field),
      ...showComputed(patient, field),
    }))
    return { ...discrepancy, values: record ? shown : [] }
  })
}

const describeAll = async (deps: Deps, tx: Transaction, { language }: Caller, stored: readonly StoredDiscrepancy[]) => {
  const referenceValues = await readReferenceValues(tx)
  const describe = buildCheckDescriptions(deps, referenceValues, language)
  const listed = stored.map((discrepancy) => ({ ...discrepancy, ...describe(discrepancy.checkKey) }))
  return addValues(tx, listed, buildValueText(deps, referenceValues, language))
}

/** Records whose values the caller reads. Returns the discrepancies without the ids of the patients. */
const traceRead = async (
  deps: Deps,
  caller: Caller,
  centre: string,
  listed: readonly (Discrepancy & { readonly patient: number })[],
): Promise<Discrepancy[]> => {
  const columns = new Set(['CENTER_ID', ...listed.flatMap(({ fields }) => fields)])
  const patients = [...new Set(listed.map(({ patient }) => patient))]
  caller.recordRead(await buildReadTrace(deps.keyedHash, `centre ${centre}`, patients, [...columns]))
  return listed.map(({ patient: _patient, ...discrepancy }) => discrepancy)
}

const asManager = { asRole: 'DataManager' } as const

/** The scope of a side: the areas of a DataManager, or the caller's centre. */
const findScope = (caller: Caller, { centre, of }: Pick<CentreQuerySearch, 'centre' | 'of'>) =>
  of === 'area' ? asManager : { centre: findCallerCentre(caller, centre) }

/** The discrepancies of the checks of stored records, and the queries of DataManagers about them (REQ-CRF-10, REQ-CRF-11). */
export const discrepancies = (deps: Deps): Services['discrepancies'] => ({
  list: async (caller, search) => {
    const centre = findCallerCentre(caller, search.centre)
    const { listed, counts, checks, next } = await readTransaction(
      deps,
      caller,
      async (tx) => {
        const { state, checkKey, field, cursor } = search
        const describe = buildCheckDescriptions(deps, await readReferenceValues(tx), caller.language)
        const checks = (await listCheckKeys(tx, centre, state)).map(describe)
        const wanted = checks
          .filter(
            (check) => (checkKey === undefined || check.checkKey === checkKey) && (field === undefined || check.fields.includes(field)),
          )
          .map((check) => check.checkKey)
        const { discrepancies: stored, next } = await listDiscrepancies(tx, centre, {
          state,
          cursor,
          checkKeys: checkKey === undefined && field === undefined ? undefined : wanted,
        })
        return { listed: await describeAll(deps, tx, caller, stored), counts: await countDiscrepancies(tx, centre), checks, next }
      },
      { centre },
    )
    return { discrepancies: await traceRead(deps, caller, centre, listed), counts, checks, next }
  },
  ofRecord: async (caller, { centre: named, record }) => {
    const centre = findCallerCentre(caller, named)
    const find = async (tx: Transaction) => describeAll(deps, tx, caller, await listRecordDiscrepancies(tx, centre, record))
    return traceRead(deps, caller, centre, await readTransaction(deps, caller, find, { centre }))
  },
  answer: (caller, { centre: named, ids, reason }) => {
    const centre = findCallerCentre(caller, named)
    const actor = formatActorName(caller.actor)
    return writeTransaction(
      deps,
      caller,
      async (tx) => {
        const answered = await answerDiscrepancies(tx, centre, { ids, reason, actor })
        // The error rolls back, so that a person who reads "not answered" finds all of them open.
        if (answered.length < new Set(ids).size) throw new AppError('discrepancy_changed')
        caller.note(answered.map(({ id, patient }) => `patient ${patient}, discrepancy ${id} answered`).join('; '))
      },
      { centre },
    )
  },
  close: (caller, { centre: named, ids }) => {
    const centre = findCallerCentre(caller, named)
    return writeTransaction(
      deps,
      caller,
      async (tx) => {
        const closed = await closeDiscrepancies(tx, centre, ids, formatActorName(caller.actor))
        caller.note(`${closed} discrepancies closed`)
        return { closed }
      },
      { centre },
    )
  },
  overview: async (caller) => {
    const { centres, counts, describe } = await readTransaction(
      deps,
      caller,
      async (tx) => ({
        centres: await listVisibleCentres(tx),
        counts: await countByCheck(tx),
        describe: buildCheckDescriptions(deps, await readReferenceValues(tx), caller.language),
      }),
      asManager,
    )
    const total = counts.reduce((sum, { open, answered, corrected }) => sum + open + answered + corrected, 0)
    const described = counts.map((count) => ({ ...count, ...describe(count.checkKey) }))
    const columns = [...new Set(described.flatMap(({ fields }) => fields))]
    caller.recordRead({ whose: formatScope(caller, asManager), columns, count: total })
    return { centres, counts: described }
  },
  queries: async (caller, { record, ...side }) => {
    const scope = findScope(caller, side)
    const { stored, describe } = await readTransaction(
      deps,
      caller,
      async (tx) => ({
        stored: await listCentreQueries(tx, record),
        describe: buildCheckDescriptions(deps, await readReferenceValues(tx), caller.language),
      }),
      scope,
    )
    const columns = ['CENTER_ID', ...new Set(stored.flatMap(({ field }) => field ?? []))]
    const patients = [...new Set(stored.flatMap(({ patientId, code }) => (code === null ? [] : (patientId ?? []))))]
    caller.recordRead(await buildReadTrace(deps.keyedHash, formatScope(caller, scope), patients, columns))
    return stored.map(({ checkKey, field, patientId: _patient, record: address, code, ...query }: StoredQuery): CentreQuery => ({
      ...query,
      check: checkKey === null ? null : describe(checkKey),
      field: findField(field ?? '')?.name ?? null,
      patient: address === null || code === null ? null : { record: address, code },
    }))
  },
  ask: (caller, { centreCode, checkKey, question }) =>
    writeTransaction(
      deps,
      caller,
      async (tx) => {
        const centres = await listVisibleCentres(tx)
        if (!centres.some(({ code }) => code === centreCode)) throw new AppError('not_found')
        const askedBy = formatActorName(caller.actor)
        if (await isAsked(tx, { centre: centreCode, checkKey, question, askedBy })) return
        await tx.sql`
          INSERT INTO centre_query (centre_code, check_key, question, asked_by)
          VALUES (${centreCode}, ${checkKey ?? null}, ${question}, ${askedBy})`
        caller.note(`query to centre ${centreCode}`)
      },
      asManager,
    ),
  askManagers: (caller, { centre: named, record, field, question }) => {
    const centre = findCallerCentre(caller, named)
    const { table } = getField(field)
    return writeTransaction(
      deps,
      caller,
      async (tx) => {
        const askedBy = formatActorName(caller.actor)
        if (await isAsked(tx, { centre, record, field, question, askedBy })) return
        const { count } = await tx.sql`
          INSERT INTO centre_query (centre_code, patient_id, field, personal, medical, question, asked_by)
          SELECT centre_code, patient_id, ${field}, ${table === 'patient_personal'}, ${table === 'patient_medical'}, ${question}, ${askedBy}
          FROM patient_identity WHERE record_id = ${record} AND centre_code = ${centre}`
        if (count === 0) throw new AppError('record_not_found')
        caller.note(`query of centre ${centre} about ${field}`)
      },
      { centre },
    )
  },
  reply: (caller, { id, reply, ...side }) =>
    writeTransaction(
      deps,
      caller,
      async ({ sql }) => {
        // Row security limits the queries to those that the other side asked.
        const { count } = await sql`
          UPDATE centre_query SET state = 'answered', reply = ${reply}, replied_by = ${formatActorName(caller.actor)}, replied_at = now()
          WHERE id = ${id} AND state = 'open' AND (field IS NULL) = ${side.of === 'centre'}`
        if (count === 0) throw new AppError('centre_query_changed')
        caller.note(`query ${id} answered`)
      },
      findScope(caller, side),
    ),
  closeQuery: (caller, { id, ...side }) =>
    writeTransaction(
      deps,
      caller,
      async ({ sql }) => {
        const { count } = await sql`
          UPDATE centre_query SET state = 'closed', closed_by = ${formatActorName(caller.actor)}, closed_at = now()
          WHERE id = ${id} AND state <> 'closed' AND (field IS NULL) = ${side.of === 'area'}`
        if (count === 0) throw new AppError('centre_query_changed')
        caller.note(`query ${id} closed`)
      },
      findScope(caller, side),
    ),
})
