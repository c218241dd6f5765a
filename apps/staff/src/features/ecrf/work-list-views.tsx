import { useLingui } from '@lingui/react/macro'
import type { WorkListView } from '@registry/api-contract/work-list-views'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { isSameSettings, type WorkListSettings } from '@registry/domain/ecrf/work-list-views'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { SavedViews } from '../../saved-views/saved-views.tsx'

type Props = {
  /** The order and the filters of the list. */
  readonly settings: WorkListSettings
  /** The months after which a patient is not seen; undefined until they are read. */
  readonly notSeenMonths: number | undefined
  readonly onShow: (settings: WorkListSettings) => void
}

const readSettings = ({ order, phenotype, tasks }: WorkListSettings) => ({ order, phenotype, tasks: [...tasks] })
const addOwner = (view: WorkListView) => ({ ...view, sharedBy: view.isOwn ? undefined : view.owner })

/** The view of the patients of whom nothing is known for long (REQ-COH-09). */
const notSeen: WorkListSettings = { order: { column: 'updated', descending: false }, phenotype: null, tasks: ['not-seen'] }

/** The views of the list: the person's own, those of the centre, and the ready one (REQ-CRF-22, REQ-COH-09). */
export const WorkListViews = ({ settings, notSeenMonths, onShow }: Props) => {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { data: views = [] } = useQuery({ ...trpc.workListViews.list.queryOptions({}), staleTime: 0 })
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: trpc.workListViews.list.queryKey() })
  const save = useMutation(trpc.workListViews.save.mutationOptions({ ...ownFailures, onSuccess: refresh }))
  const change = useMutation(trpc.workListViews.change.mutationOptions({ ...ownFailures, onSuccess: refresh }))
  const remove = useMutation(trpc.workListViews.remove.mutationOptions({ onSettled: refresh }))
  return (
    <SavedViews
      views={views.map(addOwner)}
      texts={{
        hint: t`Non scrivere nomi o codici di pazienti. La vista conserva ordine e filtri, mai il testo cercato.`,
        replace: t`Sostituisci ordine e filtri con quelli della lista`,
      }}
      canShare
      readyViews={
        notSeenMonths === undefined
          ? []
          : [
              {
                key: 'not-seen',
                name: t`Non visti da ${notSeenMonths} mesi`,
                isShown: isSameSettings(notSeen, settings),
                onShow: () => onShow(notSeen),
              },
            ]
      }
      isShown={(view) => isSameSettings(view, settings)}
      onShow={(view) => onShow(readSettings(view))}
      onSave={({ name, shared }) => save.mutateAsync({ name, shared, ...readSettings(settings) })}
      onChange={(view, { name, shared, replaces }) =>
        change.mutateAsync({ id: view.id, name, shared, ...readSettings(replaces ? settings : view) })
      }
      onRemove={({ id }) => remove.mutate({ id })}
    />
  )
}
