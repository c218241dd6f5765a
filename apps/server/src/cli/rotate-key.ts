import { z } from 'zod'
import { joinChain } from '@registry/db/audit-chain'
import { connect, type Database } from '@registry/db/connect'
import { systemContext, withTransaction } from '@registry/db/transaction'
import { EnvError, readCommandEnv, type Source } from '../app/env.ts'
import { createEncryption, type Encryption } from '../auth/encryption.ts'
import { abbreviate, followWritingKey, lockKnownKeys, nameServer, type KnownKey } from '../auth/key-fingerprints.ts'
import { createKeyedHash, formatWrittenPattern } from '../auth/keyed-hash.ts'
import { createSecretKey, listFingerprints, type SecretKey } from '../auth/secret-key.ts'
import { formatScanContext } from '../features/consents/paper/scan.ts'
import { formatEncryptionContext } from '../features/sign-in/second-factor/totp.ts'
import { deriveAuditChainKeys } from '../jobs/audit-chain.ts'
import { CommandProblem, parseOptions, type Command } from './command.ts'
import { logOperator, operator } from './operator-log.ts'
import { requireMigrated, withOwner } from './with-owner.ts'

/** A checked pair of keys. `given` is the fingerprint of SECRET_KEY, `writing` that of the key that writes now. */
type Rotation = { readonly given: string; readonly writing: string }

/**
 * Compares SECRET_KEY and SECRET_KEY_PREVIOUS with the keys that the database knows.
 * @throws EnvError for keys that are the same, swapped, missing or of another installation
 */
const checkRotation = (held: readonly string[], known: readonly KnownKey[]): Rotation => {
  const [given = '', ...previous] = held
  const written = known
    .filter(({ name, writesSince }) => name === 'SECRET_KEY' && writesSince !== null)
    .map(({ fingerprint }) => fingerprint)
  const [writing] = written
  if (writing === undefined) throw new CommandProblem('no server has started with this database yet, so there is no key to rotate')
  if (previous.includes(given)) throw new EnvError('SECRET_KEY_PREVIOUS', 'is the same key as SECRET_KEY')
  if (!held.includes(writing))
    throw new EnvError(
      'SECRET_KEY_PREVIOUS',
      `this database belongs to the key ${abbreviate(writing)}, not ${previous.map(abbreviate).join(' or ')}`,
    )
  if (written.includes(given) && given !== writing)
    throw new EnvError(
      'SECRET_KEY',
      `the key ${abbreviate(writing)} has replaced ${abbreviate(given)}: swap SECRET_KEY and SECRET_KEY_PREVIOUS`,
    )
  const stranger = previous.find((fingerprint) => !written.includes(fingerprint))
  if (stranger !== undefined)
    throw given === writing
      ? new EnvError(
          'SECRET_KEY',
          `the key ${abbreviate(given)} writes already, and ${abbreviate(stranger)} is new: swap SECRET_KEY and SECRET_KEY_PREVIOUS`,
        )
      : new EnvError('SECRET_KEY_PREVIOUS', `the key ${abbreviate(stranger)} never wrote in this database`)
  const missing = written.find((fingerprint) => !held.includes(fingerprint))
  if (missing !== undefined)
    throw new EnvError('SECRET_KEY_PREVIOUS', `the key ${abbreviate(missing)} is missing, which rows of this database need`)
  return { given, writing }
}

/** Notes a new key, so that servers may start with it. It does not write yet. */
const noteKey = (database: Database, secretKey: SecretKey): Promise<Rotation> =>
  database.begin(async (sql) => {
    const rotation = checkRotation(await listFingerprints(secretKey), await lockKnownKeys(sql))
    await sql`
      INSERT INTO key_fingerprint (name, fingerprint, writes_since) VALUES ('SECRET_KEY', ${rotation.given}, NULL) ON CONFLICT DO NOTHING`
    return rotation
  })

/** A server without the new key could not read what the others write. */
const isServedWithout = async (database: Database, secretKey: SecretKey): Promise<boolean> => {
  const servers = await database`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'registry server%'
      AND application_name <> ${await nameServer(secretKey)} LIMIT 1`
  return servers.length > 0
}

/** From now on the new key writes. The chain of the audit log goes on with a joint link under both keys. */
const switchKey = async (database: Database, secretKey: SecretKey, { given, writing }: Rotation): Promise<void> => {
  const [to] = await deriveAuditChainKeys(secretKey)
  await secretKey.writeWith(writing)
  const [from] = await deriveAuditChainKeys(secretKey)
  if (!from || !to) throw new Error('there is no key')
  await withTransaction(database, { ...systemContext, actor: operator }, async (tx) => {
    const [current] = await lockKnownKeys(tx.sql)
    if (current?.fingerprint === given) return
    await joinChain(tx, from, to, async () => {
      const detail = `${abbreviate(given)} replaces ${abbreviate(writing)}`
      await logOperator(tx.sql, { command: 'key', action: 'ROTATE', detail })
      await tx.sql`UPDATE key_fingerprint SET writes_since = clock_timestamp() WHERE name = 'SECRET_KEY' AND fingerprint = ${given}`
    })
  })
}

const batchSize = 100

/** Encrypts the secrets of authenticator apps under the writing key. An interrupted run leaves whole batches, and the next one goes on. */
const renewSecrets = async (database: Database, encryption: Encryption): Promise<number> => {
  let renewed = 0
  for (let last: number | undefined = 0; last !== undefined;) {
    const after: number = last
    last = await database.begin(async (sql) => {
      const secrets = await sql<{ account: number; secret: Uint8Array }[]>`
        SELECT account_id AS account, encrypted_secret AS secret FROM second_factor
        WHERE account_id > ${after} ORDER BY account_id LIMIT ${batchSize} FOR UPDATE`
      for (const { account, secret } of secrets) {
        const again = await encryption.renew(secret, formatEncryptionContext(account))
        if (!again) continue
        await sql`UPDATE second_factor SET encrypted_secret = ${again} WHERE account_id = ${account}`
        renewed++
      }
      return secrets.at(-1)?.account
    })
  }
  return renewed
}

/** Encrypts the scans of signed forms under the writing key, one in each transaction, because each has up to 10 MB. */
const renewScans = async (database: Database, { scans }: Encryption): Promise<number> => {
  let renewed = 0
  for (const { id } of await database<{ id: string }[]>`SELECT id FROM paper_consent ORDER BY id`)
    await database.begin(async (sql) => {
      const [stored] = await sql<{ scan: Uint8Array }[]>`SELECT scan FROM paper_consent WHERE id = ${id} FOR UPDATE`
      const again = stored && (await scans.renew(stored.scan, formatScanContext(id)))
      if (!again) return
      await sql`UPDATE paper_consent SET scan = ${again} WHERE id = ${id}`
      renewed++
    })
  return renewed
}

type Needed = { readonly fingerprints: number; readonly codes: number; readonly receipts: number; readonly links: number }

/** Counts the rows that only an earlier key can read. */
const countNeeded = async (database: Database, secretKey: SecretKey): Promise<Needed> => {
  const keyedHash = createKeyedHash(secretKey)
  const [needed] = await database<Needed[]>`
    SELECT (SELECT count(*) FROM withdrawn_fingerprint WHERE hash NOT LIKE ${await formatWrittenPattern(keyedHash, 'withdrawn person')}) AS fingerprints,
      (SELECT count(*) FROM deletion_code WHERE hash NOT LIKE ${await formatWrittenPattern(keyedHash, 'deletion request code')}) AS codes,
      (SELECT count(*) FROM consent_receipt AS r WHERE (r.content::jsonb #>> '{receipt_metadata,issued_at}')::timestamptz < writing.since + interval '1 minute') AS receipts,
      (SELECT count(*) FROM audit_chain_link WHERE position <= (
        SELECT l.position FROM audit_chain_link AS l JOIN audit_log AS e ON e.id = l.entry_id
        WHERE e.username = ${operator} AND e.command = 'key' ORDER BY l.position DESC LIMIT 1)) AS links
    FROM (SELECT max(writes_since) AS since FROM key_fingerprint WHERE name = 'SECRET_KEY') AS writing`
  if (!needed) throw new Error('the database returned no row')
  return needed
}

const describeNeeded = ({ fingerprints, codes, receipts, links }: Needed): readonly string[] => [
  `rows that need an earlier key: ${fingerprints} fingerprints of people who withdrew, ${codes} codes of deletion requests, ${receipts} receipts, ${links} links of the audit log`,
  fingerprints + codes + receipts + links > 0
    ? 'next: keep SECRET_KEY_PREVIOUS. It may go when this command counts no such row'
    : 'next: SECRET_KEY_PREVIOUS may go',
]

/** Forgets earlier keys that no row needs, so that servers start without them. */
const forgetUnneeded = async (database: Database, { given }: Rotation, needed: Needed): Promise<void> => {
  if (Object.values(needed).every((count) => count === 0))
    await database`DELETE FROM key_fingerprint WHERE name = 'SECRET_KEY' AND fingerprint <> ${given}`
}

const rotate = async (database: Database, secretKey: SecretKey): Promise<string> => {
  await requireMigrated(database)
  const rotation = await noteKey(database, secretKey)
  const key = abbreviate(rotation.given)
  if (rotation.given !== rotation.writing) {
    if (await isServedWithout(database, secretKey))
      return [
        `noted: the key ${key}; ${abbreviate(rotation.writing)} still writes, because a server runs without the new key`,
        'next: restart the servers one by one with SECRET_KEY and SECRET_KEY_PREVIOUS, then run this command again',
      ].join('\n')
    await switchKey(database, secretKey, rotation)
  }
  await followWritingKey(database, secretKey)
  const encryption = createEncryption(secretKey)
  const secrets = await renewSecrets(database, encryption)
  const scans = await renewScans(database, encryption)
  const needed = await countNeeded(database, secretKey)
  await forgetUnneeded(database, rotation, needed)
  return [
    `rotated: the key ${key} writes`,
    `authenticator apps: ${secrets} secrets encrypted again`,
    `signed forms: ${scans} scans encrypted again`,
    ...describeNeeded(needed),
  ].join('\n')
}

export const rotateSecretKey = async (source: Source, args: readonly string[]): Promise<string> => {
  parseOptions(args, {}, z.strictObject({}))
  const env = readCommandEnv(source)
  for (const name of ['SECRET_KEY', 'SECRET_KEY_PREVIOUS'] as const)
    if (!env[name]) throw new EnvError(name, 'required: SECRET_KEY is the new key, SECRET_KEY_PREVIOUS the one of the running servers')
  const secretKey = createSecretKey(env)
  return withOwner(env, async (owner) => {
    const database = connect(owner, { max: 1, applicationName: 'registry rotate-key' })
    try {
      return await rotate(database, secretKey)
    } finally {
      await database.end()
    }
  })
}

export const rotateKey: Command = {
  description:
    'replaces SECRET_KEY: the new key is in SECRET_KEY, the earlier one in SECRET_KEY_PREVIOUS. It says what to do next, and how many rows still need an earlier key',
  options: '',
  run: (args) => rotateSecretKey(process.env, args),
}
