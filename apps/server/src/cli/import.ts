import { z } from 'zod'
import { connect, type Database, type DatabaseAddress } from '@registry/db/connect'
import { systemContext, withTransaction, type Transaction } from '@registry/db/transaction'
import { createReaderPool } from '@registry/tabular/worker/reader-pool'
import { EnvError, readCommandEnv, type Env, type Source } from '../app/env.ts'
import { createEncryption } from '../auth/encryption.ts'
import { checkKeys, followWritingKey, readKeyState } from '../auth/key-fingerprints.ts'
import { createKeyedHash } from '../auth/keyed-hash.ts'
import { createReceiptKey } from '../auth/receipt-key.ts'
import { createSecretKey, type SecretKey } from '../auth/secret-key.ts'
import { stageCentresFile, type CentresFile } from '../features/imports/centres-file.ts'
import { readImportContext, type ImportNeeds } from '../features/imports/import-plan.ts'
import { postgresOutbox } from '../jobs/outbox.ts'
import { loadMessages } from '../shared/messages.ts'
import { CommandProblem, parseOptions, type Command } from './command.ts'
import { acceptCentres, centresTable, type ImportedCentre } from './import/centres.ts'
import { storeCentreContent, type CentreOutcome } from './import/centre.ts'
import { listFiles, patientFiles, type PatientFile } from './import/directory.ts'
import { readTable, requireKnownColumns, type TableShape } from './import/read-table.ts'
import { describeFileError, FileReport } from './import/report.ts'
import { inviteCentre } from './import/invite.ts'
import { runOrRollBack } from './import/dry-run.ts'
import { acceptStudies, hasGlobalAdmin, studiesTable } from './import/studies.ts'
import { acceptUsers, storeUsers, usersTable, type UserChanges, type UserRow } from './import/users.ts'
import { logOperator, operator } from './operator-log.ts'
import { requireGivenKeys } from './with-keys.ts'
import { requireMigrated, withOwner } from './with-owner.ts'

const siteNeeded = 'required: the messages contain the address of the site'
const directoryText = 'required: the directory with centres.csv and the other files'
const Options = z
  .strictObject({ DIRECTORY: z.string().min(1).optional(), apply: z.boolean().default(false), invite: z.string().min(1).optional() })
  .refine(({ DIRECTORY, invite }) => DIRECTORY !== undefined || invite !== undefined, { path: ['DIRECTORY'], error: directoryText })
  .refine(({ DIRECTORY, apply, invite }) => invite === undefined || (DIRECTORY === undefined && !apply), {
    path: ['invite'],
    error: 'takes neither a directory nor --apply',
  })

/** A run over one directory. The files of patients are in tables of its connection. */
type Run = {
  readonly database: Database
  readonly deps: ImportNeeds
  readonly paths: ReadonlyMap<string, string>
  readonly reports: Map<string, FileReport>
  /** The new users. A user of several centres is new in the dry run of each. */
  readonly createdUsers: Set<string>
  /** The patients of age of the stored centres whose consents lapse, because they are from before the 18th birthday (REQ-GRD-06). */
  dueLapses: number
  readonly progress: (line: string) => void
}

const startReport = ({ reports, deps }: Run, file: string): FileReport => {
  const report = new FileReport(file, deps.messages)
  reports.set(file, report)
  return report
}

/** Runs the reading of a file. @throws CommandProblem if the whole file is refused */
const readFile = async <T>({ deps }: Run, file: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const text = describeFileError(file, error, deps.messages)
    throw text === undefined ? error : new CommandProblem(text)
  }
}

const readRows = async <Value>(run: Run, file: string, shape: TableShape<Value>) => {
  const path = run.paths.get(file)
  if (path === undefined) return { rows: [], report: undefined }
  const report = startReport(run, file)
  return { rows: await readFile(run, file, () => readTable(run.deps.readers, path, report, shape)), report }
}

/** Reads a file of patients into a table of the connection, and reports the rows of other centres. */
const stageFile = async (run: Run, { file, plan }: PatientFile, centres: readonly string[]): Promise<CentresFile | undefined> => {
  const path = run.paths.get(file)
  if (path === undefined) return undefined
  const report = startReport(run, file)
  const work = async (tx: Transaction): Promise<CentresFile> => {
    const sender = { channel: 'centre', actor: operator, ipAddress: '' } as const
    const { reading } = await readImportContext(tx, run.deps, { sender, centre: '' })
    const rows = await tx.sql<{ field: string; options: number }[]>`
      SELECT field, jsonb_array_length(options) AS options FROM consent_question
      WHERE kind = 'consents' AND language = 'it' AND version = (SELECT max(version) FROM consent_document WHERE kind = 'consents')`
    const questions = { C_DB: 2, ...Object.fromEntries(rows.map(({ field, options }) => [field, options])) }
    return stageCentresFile(tx, run.deps, plan, path, { ...reading, command: plan.command, centres, questions })
  }
  const staged = await readFile(run, file, () => withTransaction(run.database, systemContext, work))
  requireKnownColumns(file, staged.ignored, staged.columns)
  report.ko += staged.strangers.rejectionCount
  report.addEntries('', staged.strangers)
  return staged
}

type SharedContact = { readonly row: number; readonly centre: string; readonly key: string; readonly field: string }

/** Warns of contacts with which several centres register a patient. They are accepted, as if each centre had sent its own file (D5). */
const warnOfSharedContacts = async ({ database, reports }: Run, { table }: CentresFile): Promise<void> => {
  const shared = await database<SharedContact[]>`
    WITH listed AS (
      SELECT row_number, centre, key, CASE login_mode WHEN 'Email' THEN 'EMAIL' ELSE 'MOBILE' END AS field,
        CASE login_mode WHEN 'Email' THEN email ELSE mobile_prefix || mobile END AS contact
      FROM ${database(table)}
    )
    SELECT row_number AS row, centre, key, field FROM listed
    WHERE contact IN (SELECT contact FROM listed GROUP BY contact HAVING count(DISTINCT centre) > 1) ORDER BY row_number`
  const message = 'a row of another centre has the same contact: each centre invites the person, who chooses one'
  for (const { row, centre, key, field } of shared)
    reports.get('patients.csv')?.warnOf({ row, key: `${centre} ${key}`, field, code: 'import_contact_elsewhere', message })
}

const addUserChanges = ({ reports, createdUsers }: Run, { created, granted }: UserChanges): void => {
  const report = reports.get('users.csv')
  if (!report) return
  const before = createdUsers.size
  for (const email of created) createdUsers.add(email)
  report.changed += createdUsers.size - before + granted
}

const addOutcome = (run: Run, centre: string, { dueLapses, centreChanges, userChanges, newStudies, parts }: CentreOutcome): void => {
  const add = (file: string, change: (report: FileReport) => void): void => {
    const report = run.reports.get(file)
    if (report) change(report)
  }
  run.dueLapses += dueLapses
  add('centres.csv', (report) => (report.changed += centreChanges))
  addUserChanges(run, userChanges)
  add('studies.csv', (report) => (report.changed += newStudies))
  for (const [file, { ok, ko, changed, found }] of parts)
    add(file, (report) => {
      report.ok += ok
      report.ko += ko
      report.changed += changed
      report.addEntries(centre, found)
    })
}

/** Stores the roles of areas, which belong to no centre. */
const storeAreaUsers = async (run: Run, users: readonly UserRow[], isDryRun: boolean): Promise<void> => {
  if (users.length === 0) return
  const store = async (tx: Transaction): Promise<UserChanges> => {
    const changes = await storeUsers(tx, users)
    await logOperator(tx.sql, { command: 'import', action: 'APPLY', detail: `${changes.granted} new roles of areas` })
    return changes
  }
  addUserChanges(run, await runOrRollBack(run.database, { ...systemContext, actor: operator }, store, { isDryRun }))
}

/** Reads all files, then stores one centre after the other. */
const importDirectory = async (run: Run, isDryRun: boolean): Promise<void> => {
  const { database, deps } = run
  const read = await readRows(run, 'centres.csv', centresTable)
  const readUsers = await readRows(run, 'users.csv', usersTable)
  const readStudies = await readRows(run, 'studies.csv', studiesTable)
  const { centres, users, studies } = await withTransaction(database, systemContext, async (tx) => {
    const accepted: readonly ImportedCentre[] = read.report ? await acceptCentres(tx, read.rows, read.report) : []
    const accepting = accepted.map(({ value }) => value.id)
    if (readStudies.rows.length > 0 && !(await hasGlobalAdmin(tx)))
      throw new CommandProblem('studies.csv: a GlobalAdmin completes the studies. Create the first one with `pnpm registry create-admin`')
    return {
      centres: accepted,
      users: readUsers.report ? await acceptUsers(tx, readUsers.rows, new Set(accepting), readUsers.report) : [],
      studies: readStudies.report ? await acceptStudies(tx, readStudies.rows, accepting, readStudies.report) : [],
    }
  })
  if (read.report) read.report.ok = centres.length
  if (readUsers.report) readUsers.report.ok = users.length
  if (readStudies.report) readStudies.report.ok = studies.length
  const codes = centres.map(({ value }) => value.id)
  const files = new Map<PatientFile['file'], CentresFile>()
  for (const file of patientFiles) {
    const staged = await stageFile(run, file, codes)
    if (!staged) continue
    files.set(file.file, staged)
    if (file.plan.command === 'createPatients') await warnOfSharedContacts(run, staged)
  }
  await storeAreaUsers(
    run,
    users.filter(({ value }) => 'areaid' in value.role),
    isDryRun,
  )
  const usersByCentre = Map.groupBy(users, ({ value: { role } }) => ('center' in role ? role.center : ''))
  for (const centre of centres) {
    const code = centre.value.id
    const content = {
      centre,
      users: usersByCentre.get(code) ?? [],
      studies: studies.filter(({ value }) => value.mainCentre === code),
      files,
    }
    addOutcome(run, code, await storeCentreContent(database, deps, content, isDryRun))
    if (!isDryRun) run.progress(`${code}: stored`)
  }
}

const formatRun = ({ reports, dueLapses }: Run, isDryRun: boolean): string => {
  const all = [...reports.values()]
  const changes = all.reduce((sum, { changed }) => sum + changed, 0)
  const end = isDryRun ? `dry run: ${changes} changes, nothing was stored. Store them with --apply` : `stored: ${changes} changes`
  const lapses = `${dueLapses} patients of age have only consents from before their 18th birthday: these lapse until the patients answer (docs/policies.md)`
  return [...all.map((report) => report.format()), ...(dueLapses > 0 ? [lapses] : []), end].join('\n')
}

/** Erased people are found by fingerprints under the server's key, so another key would let them come back (REQ-PAT-06). */
const requireKeys = async (database: Database, env: Env, isDryRun: boolean): Promise<SecretKey> => {
  const secretKey = createSecretKey(env)
  const keys = { secretKey, receiptKey: createReceiptKey(env) }
  if (isDryRun) {
    const [problem] = (await readKeyState(database, keys)).problems
    if (problem) throw problem
    await followWritingKey(database, secretKey)
  } else await checkKeys(database, keys)
  return secretKey
}

const createNeeds = async (env: Env, secretKey: SecretKey): Promise<ImportNeeds> => ({
  env,
  readers: createReaderPool(),
  keyedHash: createKeyedHash(secretKey),
  encryption: createEncryption(secretKey),
  clock: () => new Date(),
  outbox: postgresOutbox,
  messages: await loadMessages(),
})

type ImportOptions = { readonly isDryRun: boolean; readonly progress?: Run['progress'] }
export type ImportResult = { readonly text: string; readonly refused: number }

/**
 * Imports a directory as the owner of the tables, or reports what an import would do.
 * @throws EnvError for another key; CommandProblem for a refused file
 */
export const importFrom = async (
  owner: DatabaseAddress,
  env: Env,
  directory: string,
  { isDryRun, progress = () => {} }: ImportOptions,
): Promise<ImportResult> => {
  const paths = await listFiles(directory)
  // The tables of the run belong to the connection, so it must be one.
  const database = connect(owner, { max: 1, applicationName: 'registry import' })
  try {
    await requireMigrated(database)
    const secretKey = await requireKeys(database, env, isDryRun)
    const run: Run = {
      database,
      deps: await createNeeds(env, secretKey),
      paths,
      reports: new Map(),
      createdUsers: new Set(),
      dueLapses: 0,
      progress,
    }
    await importDirectory(run, isDryRun)
    if (isDryRun) await logOperator(database, { command: 'import', action: 'DRY_RUN', detail: `${run.reports.size} files` })
    return { text: formatRun(run, isDryRun), refused: [...run.reports.values()].reduce((sum, { ko }) => sum + ko, 0) }
  } finally {
    await database.end()
  }
}

/** @throws EnvError without the address of a site in production; CommandProblem for an unknown centre */
const printInvitation = async (source: Source, env: Env, centre: string): Promise<string> => {
  for (const name of ['STAFF_ORIGIN', 'MYCONSENT_ORIGIN'] as const)
    if (env.NODE_ENV === 'production' && !source[name]) throw new EnvError(name, siteNeeded)
  const { patients, users } = await withOwner(env, (owner) => inviteCentre(owner, env, centre))
  return `invited: ${patients} patients and ${users} users of ${centre}. The server sends the messages`
}

/** @throws EnvError for wrong options or keys; CommandProblem for a refused file, and after the report of refused rows */
const printImport = async (source: Source, args: readonly string[]): Promise<string> => {
  const options = parseOptions(args, { apply: { type: 'boolean' }, invite: { type: 'string' } }, Options, 'DIRECTORY')
  const env = readCommandEnv(source)
  const { DIRECTORY: directory, apply, invite } = options
  if (invite !== undefined) return printInvitation(source, env, invite)
  if (directory === undefined) throw new EnvError('DIRECTORY', directoryText)
  await requireGivenKeys(env)
  const { text, refused } = await withOwner(env, (owner) =>
    importFrom(owner, env, directory, { isDryRun: !apply, progress: (line) => console.error(line) }),
  )
  if (refused === 0) return text
  console.log(text)
  throw new CommandProblem(`${refused} rows were refused. Correct them and run the command again: what is stored stays as it is`)
}

export const importCommand: Command = {
  description:
    'imports the directory of another registry; without --apply it reports what it would store; --invite invites the patients and users of one centre',
  options: '<directory> [--apply], or --invite <centre>',
  run: (args) => printImport(process.env, args),
}
