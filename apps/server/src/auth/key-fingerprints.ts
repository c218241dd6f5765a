import { createHash } from 'node:crypto'
import type { Database, Queries } from '@registry/db/connect'
import { EnvError } from '../app/env.ts'
import type { ReceiptKey } from './receipt-key.ts'
import { listFingerprints, type SecretKey } from './secret-key.ts'

type Keys = { readonly secretKey: SecretKey; readonly receiptKey: ReceiptKey }
export type KeyName = 'SECRET_KEY' | 'RECEIPT_KEY'

/** A key that the database knows. `writesSince` is null for one that waits for the end of its rotation. */
export type KnownKey = { readonly name: string; readonly fingerprint: string; readonly writesSince: string | null }

/** A fingerprint as people read it. */
export const abbreviate = (fingerprint: string): string => `${fingerprint.slice(0, 8)}…`

const refuse = (name: string, writing: string, given: string): EnvError =>
  new EnvError(name, `this database belongs to the key ${abbreviate(writing)}, not ${abbreviate(given)}`)

/** Lists the known keys, the writing one first. Takes a lock, so that nobody changes them in the same transaction. */
export const lockKnownKeys = async (sql: Queries): Promise<readonly KnownKey[]> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('key_fingerprint'))`
  return listKnownKeys(sql)
}

const listKnownKeys = (sql: Queries): Promise<readonly KnownKey[]> => sql<KnownKey[]>`
  SELECT name, fingerprint, writes_since AS "writesSince" FROM key_fingerprint ORDER BY writes_since DESC NULLS LAST, first_used_at DESC`

const listWritten = (known: readonly KnownKey[], name: string): readonly string[] =>
  known.filter((key) => key.name === name && key.writesSince !== null).map(({ fingerprint }) => fingerprint)

/** Describes why keys with these fingerprints, SECRET_KEY first, do not fit the database. */
const describeSecretKeys = (held: readonly string[], known: readonly KnownKey[]): EnvError[] => {
  const written = listWritten(known, 'SECRET_KEY')
  const [writing] = written
  const [given = '', ...previous] = held
  if (writing === undefined) return []
  if (!held.includes(writing)) return [refuse('SECRET_KEY', writing, given)]
  const missing = written.find((fingerprint) => !held.includes(fingerprint))
  if (missing !== undefined)
    return [new EnvError('SECRET_KEY_PREVIOUS', `the key ${abbreviate(missing)} is missing, which rows of this database need`)]
  const isKnown = (fingerprint: string): boolean => known.some((key) => key.fingerprint === fingerprint)
  if (!isKnown(given))
    return [new EnvError('SECRET_KEY', `this database does not know the key ${abbreviate(given)}: run \`pnpm registry rotate-key\` first`)]
  return previous.filter((fingerprint) => !isKnown(fingerprint)).map((fingerprint) => refuse('SECRET_KEY_PREVIOUS', writing, fingerprint))
}

const describeReceiptKey = (given: string, known: readonly KnownKey[]): EnvError[] => {
  const written = listWritten(known, 'RECEIPT_KEY')
  const [newest] = written
  return newest === undefined || written.includes(given) ? [] : [refuse('RECEIPT_KEY', newest, given)]
}

const computeReceiptFingerprint = async (receiptKey: ReceiptKey): Promise<string> =>
  createHash('sha256')
    .update((await receiptKey.readPublicKey()).kid)
    .digest('hex')

/** Returns the beginning of the fingerprint of each writing key. It names the key and reveals nothing about it. */
export const nameKeys = async ({ secretKey, receiptKey }: Keys): Promise<Readonly<Record<KeyName, string>>> => {
  const [writing = ''] = await listFingerprints(secretKey)
  return { SECRET_KEY: abbreviate(writing), RECEIPT_KEY: abbreviate(await computeReceiptFingerprint(receiptKey)) }
}

export type KeyState = { readonly unused: boolean; readonly problems: readonly EnvError[] }

/** Compares the keys with those of the database, and changes nothing. A database without any known key is unused. */
export const readKeyState = async (database: Queries, { secretKey, receiptKey }: Keys): Promise<KeyState> => {
  const known = await listKnownKeys(database)
  return {
    unused: known.length === 0,
    problems: [
      ...describeSecretKeys(await listFingerprints(secretKey), known),
      ...describeReceiptKey(await computeReceiptFingerprint(receiptKey), known),
    ],
  }
}

/** Makes the key that the database names the writing one. @throws when it is not among the keys of this process */
export const followWritingKey = async (sql: Queries, secretKey: SecretKey): Promise<void> => {
  const [writing] = listWritten(await listKnownKeys(sql), 'SECRET_KEY')
  if (writing !== undefined && !(await secretKey.writeWith(writing)))
    throw new Error(`the key ${abbreviate(writing)} writes in this database, and this process does not have it`)
}

/**
 * Compares the keys with those of the database. The first start in a new database notes its keys, under a lock, so that two servers with
 * different keys cannot both note theirs (REQ-OPS-11).
 * @throws EnvError for a key that never wrote in this database
 */
export const checkKeys = async (database: Database, keys: Keys): Promise<void> => {
  const [secret = ''] = await listFingerprints(keys.secretKey)
  const fingerprints = { SECRET_KEY: secret, RECEIPT_KEY: await computeReceiptFingerprint(keys.receiptKey) }
  await database.begin(async (sql) => {
    const known = await lockKnownKeys(sql)
    const [problem] = (await readKeyState(sql, keys)).problems
    if (problem) throw problem
    for (const [name, fingerprint] of Object.entries(fingerprints))
      if (!known.some((key) => key.name === name))
        await sql`INSERT INTO key_fingerprint (name, fingerprint) VALUES (${name}, ${fingerprint})`
    await followWritingKey(sql, keys.secretKey)
  })
}

/** The name of a server's connections, by which `rotate-key` finds servers without a new key. Postgres keeps only ASCII in it. */
export const nameServer = async (secretKey: SecretKey): Promise<string> => {
  const [given = ''] = await listFingerprints(secretKey)
  return `registry server ${given.slice(0, 8)}`
}
