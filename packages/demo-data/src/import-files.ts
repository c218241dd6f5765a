import type { FieldName } from '@registry/domain/fields/dictionary'
import { listFields } from '@registry/db/columns'
import { demoCentres } from './centres.ts'
import { demoSeed } from './load.ts'
import { buildDemoPatient, type DemoPatient } from './patient.ts'

type Cell = string | number | boolean | readonly string[] | undefined

const formatCell = (cell: Cell): string => {
  const text = cell === undefined ? '' : Array.isArray(cell) ? JSON.stringify(cell) : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const formatLine = (cells: readonly Cell[]): string => `${cells.map(formatCell).join(',')}\r\n`

const listNames = (table: 'patient_personal' | 'patient_medical'): readonly FieldName[] =>
  listFields(table).flatMap(({ name, derived }) => (derived ? [] : [name]))
const [personalNames, medicalNames] = [listNames('patient_personal'), listNames('patient_medical')]

type FieldValues = { readonly [name in FieldName]?: Cell }

const listValues = (names: readonly FieldName[], values: FieldValues): readonly Cell[] => names.map((name) => values[name])

const listConsents = ({ consents: { rounds } }: DemoPatient) =>
  rounds
    // A person signs one paper a day.
    .filter(({ at }, place) => rounds[place + 1]?.at.slice(0, 10) !== at.slice(0, 10))
    .flatMap(({ at, flags, incidental }) =>
      [...Object.entries(flags), ['c_incidental', incidental] as const].map(([field, answer]) => ({
        field: field.toUpperCase(),
        answer,
        day: at.slice(0, 10),
      })),
    )

export type ImportFilesOptions = { readonly patients: number; readonly centres: number; readonly today: string }

/** The files of another registry for `pnpm registry import`, with the patients of the demonstration, who never withdraw. */
export const buildImportFiles = ({ patients, centres, today }: ImportFilesOptions): Readonly<Record<string, string>> => {
  const codes = Array.from({ length: centres }, (_, index) => `X${String(index + 1).padStart(3, '0')}`)
  const lines = {
    centres: ['CODE,NAME,AREA,CITY\r\n'],
    users: ['EMAIL,NAME,SURNAME,ROLE,CENTER_CODE\r\n'],
    patients: ['CENTER_CODE,CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,MOBILE_PREFIX,MOBILE,C_DB,LANG\r\n'],
    consents: ['CENTER_CODE,CENTER_ID,FIELD,ANSWER,DATE,REFERENCE,VERSION\r\n'],
    personal: [formatLine(['CENTER_CODE', 'CENTER_ID', ...personalNames])],
    medical: [formatLine(['CENTER_CODE', 'CENTER_ID', ...medicalNames])],
  }
  for (const [index, code] of codes.entries()) {
    const { area, city } = demoCentres[index % demoCentres.length] ?? {}
    lines.centres.push(formatLine([code, `Centro ${code}`, area, city]))
    lines.users.push(formatLine([`ca.${code.toLowerCase()}@demo.example`, 'Ada', 'Neri', 'CenterAdmin', code]))
  }
  for (let index = 0; index < patients; index += 1) {
    const patient = buildDemoPatient(demoSeed, index, today)
    const { identity, personal, medical, consents } = patient
    const key = [codes[index % codes.length], identity.centrePatientCode]
    const { surname, name, loginMode, email, mobile, language } = identity
    lines.patients.push(formatLine([...key, surname, name, loginMode, email, mobile?.prefix, mobile?.number, true, language]))
    for (const { field, answer, day } of listConsents(patient))
      lines.consents.push(formatLine([...key, field, answer, day, `M-${index}-${day}`, '2019-1']))
    const current = consents.rounds.at(-1)?.flags
    if (current?.c_db_p && personal) lines.personal.push(formatLine([...key, ...listValues(personalNames, personal)]))
    if (current?.c_db_m && medical) lines.medical.push(formatLine([...key, ...listValues(medicalNames, medical)]))
  }
  return {
    'centres.csv': lines.centres.join(''),
    'users.csv': lines.users.join(''),
    'patients.csv': lines.patients.join(''),
    'consents.csv': lines.consents.join(''),
    'personal-data.csv': lines.personal.join(''),
    'medical-data.csv': lines.medical.join(''),
  }
}
