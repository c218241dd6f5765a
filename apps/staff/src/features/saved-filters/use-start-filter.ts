import { useLingui } from '@lingui/react/macro'
import { useShell } from '@registry/app-shell/shell.ts'
import type { WrittenCondition } from '@registry/domain/filter/condition'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { type FilterArea, filterAddress, newFilterDraft, newFilterId } from './filter-area.ts'

/**
 * Opens the form of a new filter with a condition. The condition is its draft, because an address contains no health data (docs/policies.md).
 * It asks before it replaces a draft.
 */
export const useStartFilter = (area: FilterArea) => {
  const { t } = useLingui()
  const { drafts, history } = useShell()
  return async (where: WrittenCondition): Promise<void> => {
    const [{ emptyDraft }] = await Promise.all([import('./draft.ts'), drafts.open()])
    const isReplaced =
      drafts.read(newFilterDraft) === undefined ||
      (await askConfirmation({
        title: t`Hai un filtro non salvato`,
        text: t`Il nuovo filtro ne prende il posto.`,
        confirm: t`Sostituisci`,
        destructive: true,
      }))
    if (!isReplaced) return
    drafts.write(newFilterDraft, { version: null, draft: { ...emptyDraft, where } })
    history.push(filterAddress(area, newFilterId))
  }
}
