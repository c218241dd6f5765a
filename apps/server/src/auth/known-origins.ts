import type { Queries } from '@registry/db/connect'
import { formatAddressBlock } from './address-block.ts'
import { knownOriginDays } from '@registry/domain/access/sign-in-policy'
import type { Deps } from '../app/deps.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'encryption'>

/** A device or address of a call, by its hash, with its last successful sign-in within 30 days (REQ-ACC-10, REQ-IMP-10). */
export type OriginMatch = { readonly hash: Buffer; readonly knownSince: string | undefined }

const dayMs = 86_400_000

/** Hashes the origins of a call: the device cookie, if there is one, and the address. */
export const hashOrigins = ({ encryption }: Pick<Needs, 'encryption'>, host: string, device?: string): Promise<readonly Buffer[]> => {
  const texts = [...(device === undefined ? [] : [`device ${device}`]), `address ${formatAddressBlock(host, 'household')}`]
  return Promise.all(texts.map((text) => encryption.hashIdentifier(text)))
}

export const findOrigins = async (needs: Needs, nameHash: Buffer, host: string, device?: string): Promise<readonly OriginMatch[]> => {
  const hashes = await hashOrigins(needs, host, device)
  const since = new Date(needs.clock().getTime() - knownOriginDays * dayMs).toISOString()
  const origins = await needs.database<{ hash: string; last_success_at: string }[]>`
    SELECT encode(origin_hash, 'hex') AS hash, last_success_at FROM sign_in_origin
    WHERE name_hash = ${nameHash} AND encode(origin_hash, 'hex') = ANY (${hashes.map((hash) => hash.toString('hex'))}::text[]) AND last_success_at > ${since}`
  return hashes.map((hash) => ({ hash, knownSince: origins.find((origin) => origin.hash === hash.toString('hex'))?.last_success_at }))
}

/** Stores the origin of a successful sign-in for 30 days. */
export const saveKnownOrigin = async (sql: Queries, nameHash: Buffer, origin: Buffer, at: Date): Promise<void> => {
  await sql`
    INSERT INTO sign_in_origin (name_hash, origin_hash, last_success_at) VALUES (${nameHash}, ${origin}, ${at.toISOString()})
    ON CONFLICT (name_hash, origin_hash) DO UPDATE SET last_success_at = excluded.last_success_at`
}
