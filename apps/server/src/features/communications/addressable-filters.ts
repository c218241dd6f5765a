import type { Transaction } from '@registry/db/transaction'
import { permissions } from '@registry/domain/access/permissions'
import { validationError } from '@registry/domain/error'

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
