import type { CommunicationRow } from '@registry/api-contract/communications'
import type { Transaction } from '@registry/db/transaction'
import { permissions } from '@registry/domain/access/permissions'
import type { CommunicationContent } from '@registry/domain/communications/content'
import type { CommunicationEvent, CommunicationFailure, CommunicationState, RecipientState } from '@registry/domain/communications/states'
import { validationError } from '@registry/domain/error'

export type StoredCommunication = CommunicationContent & {
  readonly id: number
  readonly version: number
  readonly state: CommunicationState
  readonly filterName: string | null
  readonly filterVersion: number | null
  readonly filterCondition: unknown
  readonly scheduledFor: string | null
  readonly endedAt: string | null
  readonly failure: CommunicationFailure | null
  readonly changedAt: string
  readonly changedBy: string | null
}

export const listCommunicationRows = ({
  sql,
}: Transaction): Promise<readonly (CommunicationRow & Pick<CommunicationContent, 'texts'>)[]> => sql<
  (CommunicationRow & Pick<CommunicationContent, 'texts'>)[]
>`
  SELECT id, version, type, state, texts, scheduled_for AS "scheduledFor", ended_at AS "endedAt", changed_at AS "changedAt", changed_by AS "changedBy"
  FROM communication ORDER BY id DESC`

/** Locks the row when it is changed afterwards. */
export const findCommunication = async ({ sql }: Transaction, id: number, lock = false): Promise<StoredCommunication | undefined> => {
  const [found] = await sql<StoredCommunication[]>`
    SELECT c.id, c.version, c.type, c.state, c.filter_id AS "filterId", f.name AS "filterName", f.version AS "filterVersion", f.condition AS "filterCondition", c.consent, c.roles, c.areaid, c.texts,
      c.scheduled_for AS "scheduledFor", c.ended_at AS "endedAt", c.failure, c.changed_at AS "changedAt", c.changed_by AS "changedBy"
    FROM communication AS c LEFT JOIN saved_filter AS f ON f.id = c.filter_id WHERE c.id = ${id} ${lock ? sql`FOR UPDATE OF c` : sql``}`
  return found
}

type Event = { readonly at: string; readonly actor: string; readonly event: CommunicationEvent }

export const listCommunicationEvents = ({ sql }: Transaction, id: number): Promise<Event[]> =>
  sql<Event[]>`SELECT at, actor, event FROM communication_event WHERE communication_id = ${id} ORDER BY id DESC`

export const countRecipients = async ({ sql }: Transaction, id: number): Promise<Readonly<Partial<Record<RecipientState, number>>>> => {
  const [counted] = await sql<{ states: Readonly<Partial<Record<RecipientState, number>>> | null }[]>`
    SELECT count_communication_recipients(${id}) AS states`
  return counted?.states ?? {}
}

const toColumns = ({ type, filterId, consent, roles, areaid, texts }: CommunicationContent) => ({
  type,
  filter_id: filterId,
  consent,
  roles: [...roles],
  areaid,
  texts: JSON.stringify(texts),
})

/** Finds a draft of the last minute with the same content: the request was sent again. Until the end of the transaction nobody else can add one (FAULT-11). */
export const findSameDraft = async ({ sql }: Transaction, content: CommunicationContent): Promise<number | undefined> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('communication_draft'))`
  const { type, filter_id, consent, roles, areaid, texts } = toColumns(content)
  const [found] = await sql<{ id: number }[]>`
    SELECT id FROM communication WHERE state = 'draft' AND changed_at > now() - interval '1 minute' AND type = ${type} AND filter_id IS NOT DISTINCT FROM ${filter_id}
      AND consent IS NOT DISTINCT FROM ${consent} AND roles = ${roles}::text[] AND areaid IS NOT DISTINCT FROM ${areaid} AND texts = ${texts}::text::jsonb
    LIMIT 1`
  return found?.id
}

export const insertCommunication = async ({ sql }: Transaction, content: CommunicationContent): Promise<number> => {
  const { type, filter_id, consent, roles, areaid, texts } = toColumns(content)
  const [made] = await sql<{ id: number }[]>`
    INSERT INTO communication (type, filter_id, consent, roles, areaid, texts)
    VALUES (${type}, ${filter_id}, ${consent}, ${roles}::text[], ${areaid}, ${texts}::text::jsonb) RETURNING id`
  if (!made) throw new Error('no communication was made')
  return made.id
}

export const updateCommunication = async ({ sql }: Transaction, id: number, content: CommunicationContent): Promise<void> => {
  const { type, filter_id, consent, roles, areaid, texts } = toColumns(content)
  await sql`
    UPDATE communication SET type = ${type}, filter_id = ${filter_id}, consent = ${consent}, roles = ${roles}::text[], areaid = ${areaid}, texts = ${texts}::text::jsonb
    WHERE id = ${id}`
}

const runners = [...permissions['filter:run']]

/**
 * Lists the active filters that a communication may address: their author and their last editor may run filters. Otherwise a GlobalAdmin,
 * who may change any filter, could learn from the recipient count whether one person meets a condition (THREAT-33, docs/policies.md).
 */
export const listAddressableFilters = ({ sql }: Transaction) => sql<{ id: number; name: string; description: string }[]>`
  SELECT f.id, f.name, f.description FROM saved_filter AS f
  WHERE f.state = 'active'
    AND EXISTS (SELECT FROM staff_role AS r WHERE r.user_id = f.author_id AND r.role = ANY (${runners}::text[]))
    AND EXISTS (
      SELECT FROM saved_filter_version AS v JOIN staff_user AS u ON u.email = v.changed_by JOIN staff_role AS r ON r.user_id = u.id
      WHERE v.filter_id = f.id AND v.version = f.version AND r.role = ANY (${runners}::text[]))
  ORDER BY f.name, f.id`

/** @throws AppError validation_failed if a communication may not address the filter */
export const requireAddressableFilter = async (tx: Transaction, filterId: number | null): Promise<void> => {
  if (filterId === null || (await listAddressableFilters(tx)).some(({ id }) => id === filterId)) return
  throw validationError({ filterId: { code: 'communication_filter_wrong' } })
}
