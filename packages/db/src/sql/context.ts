import type { Statement } from './text.ts'

/** The areas below given areas, and their centres (REQ-GEO-02). An unknown area has neither. */
export const contextFunctions: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION area_subtree(areas text[]) RETURNS SETOF text LANGUAGE sql STABLE AS $$
    WITH RECURSIVE subtree AS (
      SELECT id FROM geotree WHERE id = ANY (areas)
      UNION
      SELECT child.id FROM geotree child JOIN subtree ON child.parent = subtree.id
    )
    SELECT id FROM subtree
  $$`,
  `CREATE OR REPLACE FUNCTION visible_centres(areas text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
    SELECT coalesce(array_agg(code ORDER BY code), '{}') FROM centre WHERE geotreeid IN (SELECT area_subtree(areas))
  $$`,
]
