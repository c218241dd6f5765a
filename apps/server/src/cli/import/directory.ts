import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { KnownColumn } from '@registry/tabular/table'
import { createPatients } from '../../features/imports/create-patients.ts'
import type { CentresPlan } from '../../features/imports/import-plan.ts'
import { paperConsents } from '../../features/imports/paper-consents.ts'
import { putMedicalData, putPersonalData } from '../../features/imports/write-data-domain.ts'
import { EnvError } from '../../app/env.ts'
import { CommandProblem } from '../command.ts'

/** The files with one row for each centre, role of a user, or study. */
export const tables = {
  'centres.csv': [{ name: 'CODE', required: true }, { name: 'NAME', required: true }, { name: 'AREA', required: true }, { name: 'CITY' }],
  'users.csv': [
    { name: 'EMAIL', required: true },
    { name: 'NAME', required: true },
    { name: 'SURNAME', required: true },
    { name: 'ROLE', required: true },
    { name: 'AREA' },
    { name: 'CENTER_CODE' },
  ],
  'studies.csv': [
    { name: 'CODE', required: true },
    { name: 'TITLE', required: true },
    { name: 'DESCRIPTION', required: true },
    { name: 'CENTER_CODE' },
  ],
} as const satisfies Readonly<Record<string, readonly KnownColumn[]>>

/** The files with rows of patients, in the order in which they are stored. Data need the patient and the consents. */
export const patientFiles = [
  { file: 'patients.csv', plan: createPatients },
  { file: 'consents.csv', plan: paperConsents },
  { file: 'personal-data.csv', plan: putPersonalData },
  { file: 'medical-data.csv', plan: putMedicalData },
] as const satisfies readonly { readonly file: string; readonly plan: CentresPlan }[]
export type PatientFile = (typeof patientFiles)[number]

const known: readonly string[] = [...Object.keys(tables), ...patientFiles.map(({ file }) => file)]

/**
 * Returns the paths of the files that the directory has, by name.
 * @throws EnvError if it cannot be read; CommandProblem without centres.csv or with an unknown file
 */
export const listFiles = async (directory: string): Promise<ReadonlyMap<string, string>> => {
  const entries = await readdir(directory).catch(() => {
    throw new EnvError('DIRECTORY', `${directory} is no directory that can be read`)
  })
  const names = entries.filter((name) => !name.startsWith('.'))
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new CommandProblem(`${unknown}: unknown file. Known are ${known.join(', ')}`)
  if (!names.includes('centres.csv')) throw new CommandProblem('centres.csv is missing: it lists the centres of the import')
  return new Map(names.map((name) => [name, join(directory, name)]))
}
