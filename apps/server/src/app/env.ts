import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { listHosts } from '@registry/db/connect'

const port = z.coerce.number('a port number').int('a port number').min(0, 'a port number').max(65_535, 'a port number')
/** Several hosts are separated by commas: the primary and its standbys. */
const postgresUrl = z.string().refine((text) => {
  const hosts = listHosts(text)
  return hosts.length > 0 && hosts.every((host) => (hosts.length === 1 && host === '') || URL.canParse(`postgres://${host}`))
}, 'a postgres:// address, with several hosts as postgres://user@host1:5432,host2:5432/registry')
const webUrl = z.url({ protocol: /^https?$/, error: 'an http(s):// address' })
const origin = webUrl.refine(
  (text) => URL.canParse(text) && new URL(text).origin === text,
  'scheme, host and port only, without a final slash',
)
const singleLine = z
  .string()
  .trim()
  .max(300, 'at most 300 characters')
  .regex(/^\P{Cc}*$/u, 'one line of text')
const booleanText = z.enum(['true', 'false'], 'true or false').transform((text) => text === 'true')

const isAddress = (text: string): boolean => isIP(text) > 0 || ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)
/** Exact proxies only. With a hop count or `true`, any caller could choose its address (THREAT-39). */
const proxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isAddress), 'IP addresses or networks, separated by commas')

const describeVariable = (description: string, fallback = ''): { description: string; fallback: string } => ({ description, fallback })

/** Each variable of the server, in the order of the table in docs/operations.md. */
const variables = {
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'production, development or test')
    .default('development')
    .meta(describeVariable('`production` refuses demonstration data, messages written as files and origins without TLS', '`development`')),
  HOST: z.string().default('127.0.0.1').meta(describeVariable('Address to listen on', '`127.0.0.1`')),
  PORT: port.default(8080).meta(describeVariable('Port to listen on', '`8080`')),
  METRICS_PORT: port
    .optional()
    .meta(
      describeVariable(
        'Port of `/metrics` for Prometheus, on the same `HOST`. Only the monitoring may reach it. Without it, there are no metrics',
        'none',
      ),
    ),
  STAFF_ORIGIN: origin
    .optional()
    .meta(describeVariable('Address of the staff site; required in production', '`http://staff.localhost:PORT`')),
  MYCONSENT_ORIGIN: origin
    .optional()
    .meta(describeVariable('Address of the patients’ site; required in production', '`http://myconsent.localhost:PORT`')),
  SERVE_APPS: booleanText.default(false).meta(describeVariable('Serve the two built apps, chosen by the `Host` header', '`false`')),
  TRUST_PROXY: proxies
    .optional()
    .meta(describeVariable('Addresses or networks of the reverse proxies whose `X-Forwarded-*` headers are trusted', 'none')),
  DATABASE_URL: postgresUrl
    .optional()
    .meta(
      describeVariable(
        'Postgres 18, as a role that owns nothing; required in production. With several hosts, `postgres://user@host1:5432,host2:5432/registry`, the server uses the primary. Without it, the server runs an embedded database under `DATA_DIR`',
        'embedded',
      ),
    ),
  DATABASE_OWNER_URL: postgresUrl
    .optional()
    .meta(
      describeVariable(
        'The same database as its owner, for the command `registry migrate`. With it, a server migrates at its start',
        'none',
      ),
    ),
  DATABASE_POOL_SIZE: z.coerce
    .number('a number of connections')
    .int('a number of connections')
    .min(12, 'at least 12: imports and exports alone can use 10')
    .max(500, 'at most 500')
    .default(32)
    .meta(
      describeVariable(
        'Connections of the server to the database. One more receives notifications. `max_connections` of Postgres is at least (`DATABASE_POOL_SIZE` + 1) × (servers + 1) + 20',
        '`32`',
      ),
    ),
  MAX_REQUESTS: z.coerce
    .number('a number of requests')
    .int('a number of requests')
    .min(20, 'at least 20')
    .max(10_000, 'at most 10,000')
    .default(500)
    .meta(
      describeVariable(
        'Requests that one server answers at the same time; it refuses further ones with status 503 and `Retry-After`, as it does while `DATABASE_POOL_SIZE` queries wait for a connection',
        '`500`',
      ),
    ),
  DATA_DIR: z
    .string()
    .default('.data')
    .meta(describeVariable('Directory of the embedded database, of a created key and of messages as files', '`.data`')),
  UPLOAD_DIR: z.string().optional().meta(describeVariable('Directory for uploaded files until they are read', '`DATA_DIR`')),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'an smtp(s):// address' })
    .optional()
    .meta(describeVariable('Mail server; required in production. Without it, mails are files under `DATA_DIR/outbox`', 'files')),
  MAIL_FROM: z
    .email('an e-mail address')
    .default('registry@demo.example')
    .meta(describeVariable('Sender of the mails', '`registry@demo.example`')),
  SMS_GATEWAY_URL: webUrl
    .optional()
    .meta(
      describeVariable(
        'SMS gateway (`POST { to, text }`); required in production. Without it, messages are files under `DATA_DIR/outbox`',
        'files',
      ),
    ),
  SMS_GATEWAY_TOKEN: z.string().optional().meta(describeVariable('Bearer token of the SMS gateway', 'none')),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, '64 hexadecimal digits')
    .optional()
    .meta(
      describeVariable(
        'Key that encrypts the secrets of authenticator apps, and hashes the names of failed sign-ins and the fingerprints of people who withdrew; required with `DATABASE_URL`, the same for all processes: `openssl rand -hex 32`. Keep it apart from the backups. With the embedded database, the server creates one under `DATA_DIR`',
        'required with `DATABASE_URL`',
      ),
    ),
  SECRET_KEY_PREVIOUS: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/i, '64 hexadecimal digits, or several such keys with commas')))
    .optional()
    .meta(
      describeVariable(
        'Earlier values of `SECRET_KEY`, with commas between them, as long as `registry rotate-key` says that rows need them',
        'none',
      ),
    ),
  RECEIPT_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, '64 hexadecimal digits')
    .optional()
    .meta(
      describeVariable(
        'Private Ed25519 key that signs the consent receipts; required with `DATABASE_URL`, the same for all processes: `openssl rand -hex 32`. With the embedded database, the server creates one under `DATA_DIR`',
        'required with `DATABASE_URL`',
      ),
    ),
  DATA_CONTROLLER: singleLine
    .optional()
    .meta(
      describeVariable(
        'Name and address of the data controller, at the foot of every page of both apps as the information text promises',
        '“not stated yet”',
      ),
    ),
  DATA_PROTECTION_OFFICER: singleLine
    .optional()
    .meta(describeVariable('Contact of the data protection officer, at the foot of every page', '“not stated yet”')),
  SUPPORT_CONTACT: singleLine.optional().meta(describeVariable('Contact for help, at the foot of every page', '“not stated yet”')),
  STAFF_TOTP_REQUIRED: booleanText
    .default(false)
    .meta(describeVariable('First value of the setting `staff_totp_required`: whether all staff need an authenticator app', '`false`')),
  DEMO: booleanText
    .default(false)
    .meta(describeVariable('The database holds the demonstration’s data and accounts; refused in production', '`false`')),
  SHUTDOWN_SECONDS: z.coerce
    .number('whole seconds')
    .int('whole seconds')
    .min(1, 'at least 1')
    .max(3600, 'at most 3600')
    .default(30)
    .meta(
      describeVariable(
        'How long the server waits at SIGTERM for running requests, such as imports and exports. In production it is not ready for 5 seconds before',
        '`30`',
      ),
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'fatal, error, warn, info, debug or silent')
    .default('info')
    .meta(describeVariable('Lowest level of the lines in the process’s log', '`info`')),
}

/** A secret can be in the file that NAME_FILE names. */
const secrets = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'SMS_GATEWAY_TOKEN',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'RECEIPT_KEY',
] as const

const Variables = z.object(variables)
type Read = z.infer<typeof Variables>
export type Env = Omit<Read, 'STAFF_ORIGIN' | 'MYCONSENT_ORIGIN'> & { readonly STAFF_ORIGIN: string; readonly MYCONSENT_ORIGIN: string }

/** A missing or wrong variable. The message names it in one line and never shows its value. */
export class EnvError extends Error {
  constructor(variable: string, expected: string) {
    super(`${variable}: ${expected}`)
    this.name = 'EnvError'
  }
}

export type Source = Readonly<Record<string, string | undefined>>

const readSecret = (source: Source, name: string): string | undefined => {
  const path = source[`${name}_FILE`]
  if (!path) return source[name]
  if (source[name]) throw new EnvError(name, `given twice, also as ${name}_FILE`)
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new EnvError(`${name}_FILE`, 'the file cannot be read')
  }
}

const isLocal = (address: string): boolean => /^localhost$|\.localhost$/.test(new URL(address).hostname)

const checkProduction = (env: Read): void => {
  if (env.DEMO) throw new EnvError('DEMO', 'demonstration data are refused when NODE_ENV=production')
  for (const name of ['STAFF_ORIGIN', 'MYCONSENT_ORIGIN'] as const) {
    const value = env[name]
    if (!value) throw new EnvError(name, 'required when NODE_ENV=production')
    if (!value.startsWith('https://') && !isLocal(value)) throw new EnvError(name, 'must begin with https:// when NODE_ENV=production')
  }
  if (!env.DATABASE_URL)
    throw new EnvError('DATABASE_URL', 'required when NODE_ENV=production: the embedded database is for demonstrations and tests')
  for (const name of ['SMTP_URL', 'SMS_GATEWAY_URL'] as const) {
    if (!env[name]) throw new EnvError(name, 'required when NODE_ENV=production: messages are not written as files')
  }
}

/**
 * A configured database can have several servers, which need the same keys (REQ-OPS-11).
 * @throws EnvError
 */
export const checkKeysGiven = (env: Pick<Env, 'SECRET_KEY' | 'RECEIPT_KEY'>): void => {
  for (const name of ['SECRET_KEY', 'RECEIPT_KEY'] as const)
    if (!env[name]) throw new EnvError(name, 'required with DATABASE_URL: another key cannot read what this database contains')
}

/** Removes empty variables. They count as absent, because compose files and shells write `NAME=`. */
export const removeEmptyVariables = (source: Source): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))

/** @throws EnvError naming the first missing or wrong variable */
const parseVariables = (source: Source): Read => {
  const variables = removeEmptyVariables(source)
  for (const name of secrets) {
    const secret = readSecret(variables, name)
    if (secret !== undefined) variables[name] = secret
  }
  const parsed = Variables.safeParse(variables)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new EnvError(String(issue?.path[0]), issue ? `must be ${issue.message}` : 'is wrong')
  }
  return parsed.data
}

const addOrigins = (env: Read): Env => ({
  ...env,
  STAFF_ORIGIN: env.STAFF_ORIGIN ?? `http://staff.localhost:${env.PORT}`,
  MYCONSENT_ORIGIN: env.MYCONSENT_ORIGIN ?? `http://myconsent.localhost:${env.PORT}`,
})

/**
 * Reads the variables of an operator's command. It needs fewer than a server, so it asks only for those that it uses.
 * @throws EnvError naming the first wrong variable
 */
export const readCommandEnv = (source: Source): Env => addOrigins(parseVariables(source))

/**
 * Reads the environment once.
 * @throws EnvError naming the first missing or wrong variable
 */
export const readEnv = (source: Source): Env => {
  const read = parseVariables(source)
  if (read.NODE_ENV === 'production') checkProduction(read)
  if (read.DATABASE_URL) checkKeysGiven(read)
  if (read.METRICS_PORT !== undefined && read.METRICS_PORT !== 0 && read.METRICS_PORT === read.PORT)
    throw new EnvError('METRICS_PORT', 'must differ from PORT: anybody can reach that one')
  const env = addOrigins(read)
  if (env.STAFF_ORIGIN === env.MYCONSENT_ORIGIN)
    throw new EnvError('MYCONSENT_ORIGIN', 'must differ from STAFF_ORIGIN: the sites keep their sessions apart')
  return env
}

const formatCell = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('|', '\\|') : '')

/** Builds the table of variables of docs/operations.md from the schema (REQ-OPS-05). */
export const environmentTable = (): string => {
  const rows = Object.entries(variables).map(([name, schema]) => {
    const meta = schema.meta()
    const file = secrets.some((secret) => secret === name) ? ` (or \`${name}_FILE\`)` : ''
    return `| \`${name}\`${file} | ${formatCell(meta?.['fallback'])} | ${formatCell(meta?.description)} |`
  })
  return ['| Variable | Default | What it is |', '| --- | --- | --- |', ...rows].join('\n')
}

const exampleHead = `# Every variable that the server reads, with its default. Made by \`pnpm contract:print\`.
# Copy this file to .env, set what differs, then: set -a; . ./.env; set +a; pnpm start`

/** Builds the file .env.example from the schema (REQ-OPS-05). */
export const environmentExample = (): string => {
  const entries = Object.entries(variables).map(([name, schema]) => {
    const meta = schema.meta()
    const value = /^`(.*)`$/.exec(formatCell(meta?.['fallback']))?.[1]
    const fallback = name.endsWith('_ORIGIN') || value === undefined ? '' : value
    return `# ${meta?.description}\n#${name}=${fallback}`
  })
  return `${[exampleHead, ...entries].join('\n\n')}\n`
}
