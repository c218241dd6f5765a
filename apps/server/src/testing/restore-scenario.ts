import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chainAuditLog } from '@registry/db/audit-chain'
import { connect, type Database } from '@registry/db/connect'
import { startEmbedded, type Embedded } from '@registry/db/embedded'
import { allConsents, makeCentre, makeGuardianship, makePatient, makeStaff, type PatientFixture } from '@registry/db/testing/fixtures'
import { archiveNow, copyDatabase, createArchive, startRestored } from '@registry/db/testing/standby'
import type { Site } from '@registry/api-contract/caller'
import { prepareDatabase } from '../app/prepare-database.ts'
import { createHashing } from '../auth/password-hashing.ts'
import { createSecretKey } from '../auth/secret-key.ts'
import { addressVariables, runCommand, type CommandOutput } from '../cli/testing/run-command.ts'
import { giveConsents, yes } from '../features/receipts/testing/receipts-fixture.ts'
import { chooseAuditChainKey } from '../jobs/audit-chain.ts'
import { createClient, type Client } from './client.ts'
import { startServerProcess, type ServerProcess } from './process.ts'

export const scenarioKeys = { SECRET_KEY: '1'.repeat(64), RECEIPT_KEY: '2'.repeat(64) }
const port = 8080
const hosts: Readonly<Record<Site, string>> = { staff: `staff.localhost:${port}`, myconsent: `myconsent.localhost:${port}` }
const password = 'Sette-mele-sul-ponte-9'

/** A surname that no dictionary has, so that a search of files finds it only there. */
export const surnameOf = (index: number): string => `CANARINO${String(index).padStart(4, '0')}QX`

export type RunningServer = ServerProcess & { stop(): Promise<void> }

/** Starts a server of a database, which writes its mails into files below `dataDir`. */
export const startServerOn = async (database: Embedded['server'], dataDir: string): Promise<RunningServer> => {
  const { url, variables } = addressVariables(database)
  const origins = { STAFF_ORIGIN: `http://${hosts.staff}`, MYCONSENT_ORIGIN: `http://${hosts.myconsent}` }
  const server = await startServerProcess(dataDir, { variables: { ...variables, ...origins, DATABASE_URL: url, ...scenarioKeys } })
  const exited = once(server.child, 'exit')
  const stop = async (): Promise<void> => {
    server.child.kill('SIGTERM')
    await exited
  }
  return { ...server, stop }
}

export const registryCommand = (database: Embedded['owner'], ...args: readonly string[]): Promise<CommandOutput> =>
  runCommand(database, args, scenarioKeys)

/** @throws when the command fails */
const succeed = async (database: Embedded['owner'], ...args: readonly string[]): Promise<string> => {
  const { status, stdout, stderr } = await registryCommand(database, ...args)
  if (status !== 0) throw new Error(`registry ${args.join(' ')}: ${stderr}`)
  return stdout
}

export const visit = (server: { readonly port: number }, site: Site, token?: string): Client =>
  createClient({ port: server.port, host: hosts[site], ...(token !== undefined && { cookies: new Map([['sid', token]]) }) })

/** Creates a session, and returns the token of its cookie. */
export const createSession = async (owner: Database, accountId: number, site: Site): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  await owner`
    INSERT INTO session (token_hash, account_id, site, authenticated_at, ends_at)
    VALUES (${createHash('sha256').update(token).digest()}, ${accountId}, ${site}, now(), now() + interval '12 hours')`
  return token
}

export const queueMail = async (owner: Database, recipient: string, firstAttempt = '0'): Promise<void> => {
  await owner`
    INSERT INTO notification (channel, recipient, subject, body, expires_at, next_attempt_at)
    VALUES ('mail', ${recipient}, 'x', 'x', now() + interval '7 days', now() + ${firstAttempt}::interval)`
}

/** Lists the recipients of the mails that servers with this directory sent, in any order. */
export const listRecipients = (dataDir: string): readonly string[] => {
  const outbox = join(dataDir, 'outbox')
  return existsSync(outbox) ? readdirSync(outbox).map((name) => name.split('-')[1] ?? '') : []
}

/** Resolves when only the mail of tomorrow waits. A drill has no matchers that poll. */
const waitUntilSent = async (owner: Database): Promise<void> => {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const [waiting] = await owner<{ count: number }[]>`
      SELECT count(*) FROM notification, pg_sleep(0.05) WHERE sent_at IS NULL AND failed_at IS NULL`
    if (waiting?.count === 1) return
  }
  throw new Error('the mails were not sent')
}

type Person = PatientFixture & { readonly code: string }

export type LostRegistry = {
  readonly moment: string
  /** A base backup, and the archive of the write-ahead log. */
  readonly copy: string
  readonly archive: string
  /** The list of decisions, written before the loss. */
  readonly list: string
  /** A list that was written before the moment. */
  readonly earlierList: string
  /** The head of the audit log that `verify` printed before the loss. */
  readonly lostHead: string
  readonly people: Readonly<Record<'v1' | 'v2' | 'v3' | 'refused' | 'newsletter' | 'child' | 'registeredLater' | 'unaffected', Person>>
  readonly centreAdmin: number
  /** Of the session that ended after the moment. */
  readonly endedSession: string
  readonly sentMails: readonly string[]
}

export const withdraw = async ({ api }: Client, choice: 'v1' | 'v2' | 'v3'): Promise<void> => {
  const { version, hash } = await api.consents.withdrawalChoices.query()
  await api.consents.withdraw.mutate({ choice, shown: { version, hash }, password })
}

/**
 * Fills a registry with patients, takes a base backup, and notes a moment. After it, three patients withdraw (v1, v2, v3), one takes back a
 * consent, one ends the newsletter, a guardian asks to erase a child, one registers and withdraws, a session ends, and a mail is sent. Then the registry is lost.
 */
export const loseRegistry = async (directory: string, patients: number): Promise<LostRegistry> => {
  const archive = join(directory, 'archive')
  const copy = join(directory, 'base')
  const list = join(directory, 'decisions.jsonl')
  const earlierList = join(directory, 'earlier.jsonl')
  const dataDir = join(directory, 'server')
  const primary = await startEmbedded({ dataDir: join(directory, 'primary'), settings: createArchive(archive) })
  await using stack = new AsyncDisposableStack()
  stack.defer(() => primary.stop())
  const writeList = (path: string) => succeed(primary.owner, 'decisions', '--since', '2000-01-01T00:00:00Z', '--output', path)
  await prepareDatabase(primary.owner, { STAFF_TOTP_REQUIRED: false })
  const owner = connect(primary.owner, { max: 1 })
  stack.defer(() => owner.end({ timeout: 5 }))

  await makeCentre(owner, 'RM01')
  const admin = await makeStaff(owner, 'centre@example.org', [{ role: 'CenterAdmin', center: 'RM01' }])
  const passwordHash = await createHashing().hashSecret(password)
  const register = async (index: number): Promise<Person> => {
    const code = `P${index}`
    const made = await makePatient(owner, {
      centre: 'RM01',
      centrePatientCode: code,
      surname: surnameOf(index),
      passwordHash,
      consents: allConsents,
      medical: { hb: 9 + (index % 5) },
    })
    return { ...made, code }
  }
  const made: Person[] = []
  for (let index = 1; index <= patients; index += 1) made.push(await register(index))
  const [v1, v2, v3, refused, newsletter, child, unaffected] = made
  if (!v1 || !v2 || !v3 || !refused || !newsletter || !child || !unaffected) throw new Error('the scenario needs seven patients')
  const guardian = await owner.begin((sql) =>
    makeGuardianship(sql, { patientId: child.id, centre: 'RM01', contact: 'guardian@example.org', accepted: true }),
  )
  const guardianSession = await createSession(owner, guardian.accountId, 'myconsent')
  await owner`INSERT INTO newsletter_subscription (patient_id, wants) VALUES (${newsletter.id}, true)`
  const sessions = new Map<Person, string>()
  for (const person of [v1, v2, v3, refused, newsletter, unaffected])
    sessions.set(person, await createSession(owner, person.accountId, 'myconsent'))
  await owner`INSERT INTO audit_log (username, command, duration_milli, outcome) SELECT 'a@example.org', 'x', 0, 'done' FROM generate_series(1, 5)`
  const secretKey = createSecretKey({ ...scenarioKeys, DATA_DIR: dataDir })
  const asServer = connect(primary.server, { max: 1 })
  await chainAuditLog(asServer, (sql) => chooseAuditChainKey(sql, secretKey))
  await asServer.end()
  await queueMail(owner, 'sent@example.org')
  await queueMail(owner, 'unsent@example.org', '1 day')
  await copyDatabase(primary, copy)
  await writeList(earlierList)
  const [{ moment } = { moment: '' }] = await owner<{ moment: string }[]>`
    SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS moment`

  const server = await startServerOn(primary.server, dataDir)
  stack.defer(() => server.stop())
  const clientOf = (person: Person): Client => visit(server, 'myconsent', sessions.get(person))
  const registeredLater = await register(patients + 1)
  sessions.set(registeredLater, await createSession(owner, registeredLater.accountId, 'myconsent'))
  await withdraw(clientOf(registeredLater), 'v1')
  await giveConsents(clientOf(refused), { ...yes, C_DB_M: false })
  await clientOf(newsletter).api.newsletter.save.mutate({ wants: false })
  const { api } = visit(server, 'myconsent', guardianSession)
  const [acted] = await api.guardian.children.query()
  await api.guardian.stop.mutate({ patient: acted?.patient ?? '', choice: 'v3' })
  for (const [choice, person] of [
    ['v1', v1],
    ['v2', v2],
    ['v3', v3],
  ] as const)
    await withdraw(clientOf(person), choice)
  const endedSession = sessions.get(unaffected) ?? ''
  await clientOf(unaffected).api.session.end.mutate()
  await waitUntilSent(owner)
  const [, lostHead = ''] = /head (\S+)/.exec(await succeed(primary.owner, 'verify')) ?? []
  await writeList(list)
  await archiveNow(primary)
  const people = { v1, v2, v3, refused, newsletter, child, registeredLater, unaffected }
  return {
    moment,
    copy,
    archive,
    list,
    earlierList,
    lostHead,
    people,
    centreAdmin: admin.accountId,
    endedSession,
    sentMails: listRecipients(dataDir),
  }
}

export const restoreLost = ({ copy, archive, moment }: LostRegistry, dataDir: string): Promise<Embedded> =>
  startRestored({ copy, archive, moment, dataDir })

/** A line for each thing that people had ended and the restore brought back. */
export const listReturned = async (owner: Database, server: ServerProcess, lost: LostRegistry): Promise<readonly string[]> => {
  const { v1, v2, v3, refused, newsletter, child, registeredLater } = lost.people
  const centre = visit(server, 'staff', await createSession(owner, lost.centreAdmin, 'staff'))
  const returned: string[] = []
  const note = (isTrue: boolean, text: string): void => {
    if (isTrue) returned.push(text)
  }
  for (const [choice, person] of Object.entries({ v1, v2, v3, registeredLater })) {
    const read = await centre.api.ecrf.read.query({ code: person.code }).catch(() => undefined)
    // After v1 the collected data stay usable (REQ-CON-07).
    note(read !== undefined && choice !== 'v1', `${choice} is readable`)
    const rows = ['CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,C_DB', `${person.code},NEW,NAME,Email,${person.code}@example.org,true`]
    note((await upload(centre, '/createPatients', rows))['ok'] !== 0, `${choice} is registered by a file`)
    const [account] = await owner`SELECT FROM account WHERE patient_id = ${person.id}`
    note(account !== undefined, `${choice} has an account`)
  }
  for (const person of [v1, v2, v3, refused])
    note(
      (await upload(centre, '/putMedicalData', ['CENTER_ID,HB', `${person.code},10`]))['ok'] !== 0,
      `medical data of ${person.code} are stored`,
    )
  for (const { id } of [v2, v3]) note((await owner`SELECT FROM patient WHERE id = ${id}`).length > 0, `patient ${id} exists`)
  const visible = await owner`SELECT FROM patient_medical WHERE patient_id = ${refused.id} AND consented`
  note(visible.length > 0, 'the taken back consent holds')
  note((await owner`SELECT FROM newsletter_subscription WHERE patient_id = ${newsletter.id} AND wants`).length > 0, 'the newsletter')
  note((await centre.api.guardians.list.query({ code: child.code })).request?.choice !== 'v3', 'the guardian no longer asks')
  const person = await visit(server, 'myconsent', lost.endedSession).api.session.current.query()
  note(person !== null, 'the ended session is valid')
  return returned
}

export const upload = (client: Client, path: string, rows: readonly string[]): Promise<Readonly<Record<string, unknown>>> =>
  client.call(path, { multipart: { format: 'csv', lang: 'it' }, file: { name: 'file.csv', content: `${rows.join('\n')}\n` } })
