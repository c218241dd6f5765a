import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'

/** Communications are read and written in the areas of the GlobalAdmin, who can hold several roles. */
export const asGlobalAdmin = { asRole: 'GlobalAdmin' } as const

export type Labelled = { readonly id: string; readonly it: string; readonly en: string }
type AreaRow = Labelled & { readonly parent: string | null; readonly leaf: boolean; readonly level: number }

export const listGlobalAreas = ({ actor }: Caller): string[] =>
  actor.kind === 'staff'
    ? actor.roles.flatMap(({ role, areaid }) => (role === asGlobalAdmin.asRole && areaid !== undefined ? [areaid] : []))
    : []

/** The areas that the caller may choose: the caller's areas and those below (REQ-GEO-02). */
export const listOwnAreas = ({ sql }: Transaction, caller: Caller): Promise<readonly AreaRow[]> => sql<AreaRow[]>`
  SELECT id, parent, trans_it AS it, trans_en AS en, leaf, level FROM geotree
  WHERE id IN (SELECT area_subtree(${listGlobalAreas(caller)}::text[])) ORDER BY level, position, id`
