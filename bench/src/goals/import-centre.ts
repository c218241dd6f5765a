import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listFields } from '@registry/db/columns'
import { copyInto, copyLine, type CopyValue, type Sql } from '@registry/demo-data/copy'
import { buildDemoPatient, type DemoPatient } from '@registry/demo-data/patient'
import { demoCentrePassword } from '@registry/demo-data/staff'
import { medicalFields, type Field, type FieldName } from '@registry/domain/fields/dictionary'
import { analyteNames } from '@registry/domain/fields/sections/laboratory'
import { withDatabase, type Registry } from '../registry.ts'

/** The centre of the import benchmark, with the password of RM01. */
export const centre = { code: 'BE01', password: demoCentrePassword('RM01') } as const

/** Columns of a file, with CENTER_ID. */
export const columnCount = 60

const formatKey = (row: number): string => `B${row}`
// Another seed than that of the demonstration, and a fixed day in the past.
const seed = 1978
const seenOn = '2026-11-01'

type CompletePatient = { readonly personal: NonNullable<DemoPatient['personal']>; readonly medical: NonNullable<DemoPatient['medical']> }
const isComplete = (patient: DemoPatient): patient is DemoPatient & CompletePatient =>
  patient.personal !== undefined && patient.medical !== undefined

/** Generates patients with all consents, the same ones in each run. */
function* generatePatients(count: number): Generator<CompletePatient> {
  for (let index = 0, generated = 0; generated < count; index += 1) {
    const patient = buildDemoPatient(seed, index, seenOn)
    if (!isComplete(patient)) continue
    generated += 1
    yield patient
  }
}

/** Registers patients with consents in the ledger. */
const registerPatients = async (sql: Sql, count: number): Promise<void> => {
  await sql`
    INSERT INTO centre (code, name, geotreeid, city, password_hash)
    SELECT ${centre.code}, 'Centro della misura', geotreeid, city, password_hash FROM centre WHERE code = 'RM01'`
  await sql`INSERT INTO patient (centre_code, login_mode) SELECT ${centre.code}, 'Email' FROM generate_series(1, ${count}::int)`
  await sql`
    INSERT INTO patient_identity (patient_id, centre_code, centre_patient_code, surname, name, email)
    SELECT id, centre_code, 'B' || n, 'BIANCHI', 'LUCA', 'b' || n || '@measure.example'
    FROM (SELECT id, centre_code, row_number() OVER (ORDER BY id) AS n FROM patient WHERE centre_code = ${centre.code}) AS numbered`
  await sql`
    INSERT INTO consent_document_sent (subject, client, kind, version, language)
    SELECT p.consent_subject, 'myconsent', d.kind, d.version, 'it'
    FROM patient AS p CROSS JOIN (SELECT kind, max(version) AS version FROM consent_document WHERE kind NOT IN ('assent_child', 'assent_adolescent') GROUP BY kind) AS d WHERE p.centre_code = ${centre.code}`
  await sql`
    INSERT INTO consent_event (subject, field, answer, kind, version, language, client, information_version, preliminary_version, channel, actor)
    SELECT p.consent_subject, question.field, 'true', 'consents', d.consents, 'it', 'myconsent', d.information, d.preliminary, 'patient', 'patient'
    FROM patient AS p
    CROSS JOIN (VALUES ('C_DB_P'), ('C_DB_M')) AS question (field)
    CROSS JOIN (
      SELECT max(version) FILTER (WHERE kind = 'consents') AS consents, max(version) FILTER (WHERE kind = 'information') AS information,
        max(version) FILTER (WHERE kind = 'preliminary') AS preliminary
      FROM consent_document) AS d
    WHERE p.centre_code = ${centre.code}`
}

const tables = { personal: 'patient_personal', medical: 'patient_medical' } as const

/** Fills one table of the patients, so that imports change existing values. */
const fillTable = async (sql: Sql, dataDomain: keyof typeof tables, count: number): Promise<void> => {
  const table = tables[dataDomain]
  const fields = listFields(table).filter(({ derived }) => !derived)
  const columns = fields.map(({ column }) => column)
  const lines = [...generatePatients(count)].map((patient, at) => {
    const values: { readonly [name in FieldName]?: CopyValue } = patient[dataDomain]
    return copyLine([formatKey(at + 1), ...fields.map(({ name }) => values[name])])
  })
  await sql.unsafe(
    `CREATE TEMPORARY TABLE given ON COMMIT DROP AS SELECT ''::text AS key, ${columns.join(', ')} FROM ${table} WITH NO DATA`,
  )
  await copyInto(sql, 'given', ['key', ...columns], lines)
  await sql.unsafe(`ANALYZE given (key)`)
  await sql.unsafe(`
    UPDATE ${table} AS data_domain SET ${columns.map((column) => `${column} = given.${column}`).join(', ')}
    FROM given JOIN patient_identity AS i ON i.centre_code = '${centre.code}' AND i.centre_patient_code = given.key WHERE data_domain.patient_id = i.patient_id`)
  await sql.unsafe('DROP TABLE given')
}

/** Registers the patients of the centre with their records, unless a kept registry has them already. */
export const registerCentre = ({ owner }: Registry, count: number): Promise<void> =>
  withDatabase(owner, async (database) => {
    const [known] = await database`SELECT FROM centre WHERE code = ${centre.code}`
    if (known) return
    console.log(`Registering ${count.toLocaleString('en')} patients of one centre`)
    await database.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'bench', true), set_config('app.source', 'system', true)`
      await registerPatients(sql, count)
      await fillTable(sql, 'personal', count)
      await fillTable(sql, 'medical', count)
    })
    await database`VACUUM (ANALYZE) patient, patient_identity, patient_personal, patient_medical, patient_personal_version, patient_medical_version`
  })

/** One row in this many is rejected. Its error is in the file, among the centre's patients, or by a rule, in turn. */
const rejectedEvery = 1000
const rejected: readonly Readonly<Record<string, string>>[] = [
  { HB: 'n.d.' },
  { CENTER_ID: 'UNKNOWN' },
  { HB_MIN: '15', HB_MAX: '5' },
  { FENOTYPE: 'THAL' },
  { TT_START: '2999-01-01' },
]
/** One row in this many gets a warning. */
const warnedEvery = 20
const warned = { FERRITIN: '12000', FERRITIN_LAST: '12000', FERRITIN_MAX: '12000' } as const

const isRejected = (row: number): boolean => row % rejectedEvery === 0

const changeCells = (row: number): Readonly<Record<string, string>> => {
  if (isRejected(row)) return rejected[(row / rejectedEvery) % rejected.length] ?? {}
  return row % warnedEvery === 0 ? warned : {}
}

/** Laboratory results: four analytes with all six values each. */
const results = medicalFields.filter(({ name }) =>
  analyteNames.slice(0, 4).some((analyte) => name === analyte || name.startsWith(`${analyte}_`)),
)
const needed = new Set<string>(rejected.flatMap((cells) => Object.keys(cells)))
const isResult = ({ name }: Field): boolean => results.some((field) => field.name === name)
/** The other fields at equal distances, with those that the rejected rows need. */
const others = ((): readonly Field[] => {
  const offered = medicalFields.filter((field) => !field.derived && field.section !== 'Laboratory')
  const must = offered.filter(({ name }) => needed.has(name))
  const rest = offered.filter(({ name }) => !needed.has(name))
  const count = columnCount - 1 - results.length - must.length
  return [
    ...must,
    ...Array.from({ length: count }, (_, at) => rest[Math.floor((at * rest.length) / count)]).filter((field) => field !== undefined),
  ]
})()

/** The medical fields of the file, in dictionary order. */
export const importedFields: readonly Field[] = medicalFields.filter((field) => isResult(field) || others.includes(field))

type Value = string | number | boolean | readonly string[] | undefined
const quoteCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Formats lists as JSON for a centre (REQ-IMP-03), and as arrays for psql. */
const formatList = {
  centre: (items: readonly string[]) => JSON.stringify(items),
  psql: (items: readonly string[]) => `{${items.map((item) => `"${item}"`).join()}}`,
}

/** The values of the imported fields. Generating them takes seconds. */
let records: readonly (readonly Value[])[] = []

export type MedicalFiles = { readonly sent: string; readonly good: string; readonly goodRows: number }

/**
 * Writes the centre's file, and one for psql without the rejected rows, because COPY would reject the whole file. Laboratory results differ by a
 * few percent in each file.
 */
export const writeMedicalFiles = async (directory: string, rows: number, round: number): Promise<MedicalFiles> => {
  if (records.length < rows)
    records = [...generatePatients(rows)].map(({ medical }) => {
      const values: { readonly [name in FieldName]?: Value } = medical
      return importedFields.map(({ name }) => values[name])
    })
  const write = async (to: keyof typeof formatList): Promise<{ path: string; count: number }> => {
    const lines = records.slice(0, rows).flatMap((values, at) => {
      const row = at + 1
      if (to === 'psql' && isRejected(row)) return []
      const changed = changeCells(row)
      const factor = 0.97 + (((row * 7 + round * 13) % 97) / 97) * 0.06
      const cells = importedFields.map((field, index) => {
        const value = values[index]
        if (changed[field.name] !== undefined) return changed[field.name] ?? ''
        if (typeof value === 'number') return String(isResult(field) ? Number((value * factor).toFixed(2)) : value)
        return typeof value === 'object' ? quoteCell(formatList[to](value)) : quoteCell(String(value ?? ''))
      })
      return [[changed['CENTER_ID'] ?? formatKey(row), ...cells].join(',')]
    })
    const path = join(directory, `${to}.csv`)
    await writeFile(path, ['CENTER_ID,' + importedFields.map(({ name }) => name).join(','), ...lines, ''].join('\r\n'))
    return { path, count: lines.length }
  }
  const [sent, good] = [await write('centre'), await write('psql')]
  return { sent: sent.path, good: good.path, goodRows: good.count }
}
