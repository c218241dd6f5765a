import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { AuditLink } from '@registry/db/audit-chain'
import type { Decision } from '@registry/db/decisions'
import { abbreviate } from '../auth/key-fingerprints.ts'
import { listFingerprints, type SecretKey } from '../auth/secret-key.ts'
import { CommandProblem } from './command.ts'
import { formatHead, parseHead } from './verify.ts'

const format = 'registry decisions 1'
const Moment = z.iso.datetime()
const Hash = z.string().regex(/^[0-9a-f]{64}$/)
/** With the mark of its key after a rotation. */
const Fingerprint = z.string().regex(/^([0-9a-f]{8})?[0-9a-f]{64}$/)

const Header = z.strictObject({
  format: z.literal(format),
  /** The fingerprint of SECRET_KEY, which the database also has. */
  registry: Hash,
  since: Moment,
  at: Moment,
  /** The head of the audit chain, as `verify` prints it. */
  head: z.string().refine((text) => text === '0:' || parseHead(text) !== undefined),
})
const Line: z.ZodType<Decision> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('withdrawal'),
    subject: z.uuid(),
    choice: z.enum(['v1', 'v2', 'v3']),
    at: Moment.nullable(),
    language: z.enum(['it', 'en']).nullable(),
    fingerprints: z.array(Fingerprint),
  }),
  z.strictObject({
    kind: z.literal('consent'),
    subject: z.uuid(),
    field: z.string(),
    answer: z.union([z.boolean(), z.number(), z.literal('lapsed')]),
    version: z.int().nullable(),
    language: z.enum(['it', 'en']).nullable(),
    at: Moment,
  }),
  z.strictObject({
    kind: z.literal('withdrawal_requests'),
    at: Moment,
    requests: z.array(z.strictObject({ subject: z.uuid(), guardianship: z.int(), choice: z.enum(['v2', 'v3']), at: Moment })),
  }),
  z.strictObject({ kind: z.literal('study'), subject: z.uuid(), study: z.string(), version: z.int().nullable(), at: Moment }),
  z.strictObject({ kind: z.literal('newsletter'), subject: z.uuid(), at: Moment }),
  z.strictObject({ kind: z.literal('undone_file'), import: z.uuid(), centre: z.string() }),
  z.strictObject({ kind: z.literal('fingerprints'), person: z.uuid(), hashes: z.array(Fingerprint) }),
])
const Signature = z.strictObject({ signature: Hash })

/** A signed list of decisions since a moment. `head` is the end of the audit chain that the list knows. */
export type DecisionList = {
  readonly since: string
  readonly at: string
  readonly head: AuditLink
  readonly decisions: readonly Decision[]
}

type Signer = { readonly fingerprint: string; sign(text: string): Buffer }

/** All keys can sign, the writing one first. */
const listSigners = async (secretKey: SecretKey): Promise<readonly Signer[]> => {
  const fingerprints = await listFingerprints(secretKey)
  const keys = await secretKey.deriveAll('list of decisions')
  return keys.map((key, index) => ({
    fingerprint: fingerprints[index] ?? '',
    sign: (text) => createHmac('sha256', key).update(text).digest(),
  }))
}

/** Formats a list as JSON lines: a header, the decisions, and a signature of all lines before it (decision 0055). */
export const formatDecisionList = async (secretKey: SecretKey, { since, at, head, decisions }: DecisionList): Promise<string> => {
  const [signer] = await listSigners(secretKey)
  if (!signer) throw new Error('there is no key')
  const header = { format, registry: signer.fingerprint, since, at, head: formatHead(head) }
  const text = [header, ...decisions].map((line) => `${JSON.stringify(line)}\n`).join('')
  return `${text}${JSON.stringify({ signature: signer.sign(text).toString('hex') })}\n`
}

const parseJson = <T>(schema: z.ZodType<T>, text: string): T | undefined => {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/**
 * Reads a list of this registry.
 * @throws CommandProblem for a file that is no list, a changed one, and one of another registry
 */
export const parseDecisionList = async (secretKey: SecretKey, name: string, text: string): Promise<DecisionList> => {
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const signed = text.slice(0, end)
  const [first = '', ...lines] = signed.split('\n').slice(0, -1)
  const header = parseJson(Header, first)
  if (!header) throw new CommandProblem(`${name}: is no list of decisions; \`pnpm registry decisions\` writes one`)
  const signers = await listSigners(secretKey)
  const signer = signers.find(({ fingerprint }) => fingerprint === header.registry)
  if (!signer)
    throw new CommandProblem(
      `${name}: is a list of the registry with the key ${abbreviate(header.registry)}, not ${signers.map(({ fingerprint }) => abbreviate(fingerprint)).join(' or ')}`,
    )
  const signature = Buffer.from(parseJson(Signature, text.slice(end))?.signature ?? '', 'hex')
  const expected = signer.sign(signed)
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
    throw new CommandProblem(`${name}: was changed or is not complete, because its signature does not match; take the copy before it`)
  const decisions = lines.map((line) => Line.parse(JSON.parse(line)))
  return { since: header.since, at: header.at, head: parseHead(header.head) ?? { position: 0, hash: '' }, decisions }
}
