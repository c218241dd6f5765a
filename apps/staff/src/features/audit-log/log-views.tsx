import { useLingui } from '@lingui/react/macro'
import type { AuditLogView } from '@registry/api-contract/audit-log-views'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { isSameLogView, type LogViewSettings } from '@registry/domain/audit-log/views'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { SavedViews } from '../../saved-views/saved-views.tsx'

type Settings = Pick<AuditLogView, keyof LogViewSettings>
type Props = { readonly settings: Settings; readonly onShow: (settings: Settings) => void }

const readSettings = ({ command, action, username, days, limit }: Settings) => ({ command, action, username, days, limit })

/** The person's saved searches of the log (REQ-ADM-17). */
export const LogViews = ({ settings, onShow }: Props) => {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { data: views = [] } = useQuery({ ...trpc.auditLogViews.list.queryOptions(), staleTime: 0 })
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: trpc.auditLogViews.list.queryKey() })
  const save = useMutation(trpc.auditLogViews.save.mutationOptions({ ...ownFailures, onSuccess: refresh }))
  const change = useMutation(trpc.auditLogViews.change.mutationOptions({ ...ownFailures, onSuccess: refresh }))
  const remove = useMutation(trpc.auditLogViews.remove.mutationOptions({ onSettled: refresh }))
  return (
    <SavedViews
      views={views}
      texts={{
        hint: t`La vista conserva comando, azione, utente, risultati al massimo e da quanti giorni cercare, mai il paziente o l’ultimo giorno.`,
        replace: t`Sostituisci le condizioni con quelle della pagina`,
      }}
      canShare={false}
      isShown={(view) => isSameLogView(view, settings)}
      onShow={(view) => onShow(readSettings(view))}
      onSave={({ name }) => save.mutateAsync({ name, ...readSettings(settings) })}
      onChange={(view, { name, replaces }) => change.mutateAsync({ id: view.id, name, ...readSettings(replaces ? settings : view) })}
      onRemove={({ id }) => remove.mutate({ id })}
    />
  )
}
