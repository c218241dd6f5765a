import type { RowCheck } from './upload.ts'

/** The place of an area in the tree. Only leaves have centres. */
type Place = { readonly level: number; readonly leaf: boolean }

/**
 * Checks the areas of a file, in its order. A new area goes below a known one that is no leaf. A stored area keeps its place, because the
 * rights of users follow the tree. It becomes a leaf, or none, only without areas or centres below it.
 */
export const createAreaCheck = (
  stored: readonly { readonly id: string; readonly extra: Readonly<Record<string, unknown>> }[],
  withCentres: ReadonlySet<string>,
): RowCheck => {
  const places = new Map(
    stored.map(({ id, extra }): [string, Place] => [id, { level: Number(extra['level']), leaf: extra['leaf'] === true }]),
  )
  const parents = new Set(stored.map(({ extra }) => extra['parent']))
  return ({ id, extra, ...texts }, before) => {
    const reject = (
      field: string,
      code:
        | 'value_required'
        | 'area_place_fixed'
        | 'area_parent_unknown'
        | 'area_parent_leaf'
        | 'area_level_wrong'
        | 'area_in_use'
        | 'area_id_wrong',
      params: Readonly<Record<string, string | number>> = {},
    ) => ({ error: { field, code, params } })
    const { parent, level } = extra
    const leaf = extra['leaf'] ?? true
    if (before) {
      for (const field of ['parent', 'level']) if (extra[field] !== before.extra[field]) return reject(field, 'area_place_fixed')
      if (leaf !== before.extra['leaf'] && (leaf === true ? parents.has(id) : withCentres.has(id))) return reject('leaf', 'area_in_use')
    } else {
      if (id.includes(',')) return reject('id', 'area_id_wrong')
      if (typeof parent !== 'string' || parent === '') return reject('parent', 'value_required')
      const above = places.get(parent)
      if (!above) return reject('parent', 'area_parent_unknown', { parent })
      if (above.leaf) return reject('parent', 'area_parent_leaf', { parent })
      if (level !== undefined && level !== above.level + 1) return reject('level', 'area_level_wrong', { level: above.level + 1 })
    }
    const above = typeof parent === 'string' ? places.get(parent) : undefined
    const place = { level: above ? above.level + 1 : 0, leaf: leaf === true }
    places.set(id, place)
    parents.add(parent)
    return { row: { id, ...texts, extra: { ...extra, ...place } } }
  }
}
