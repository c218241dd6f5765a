import { Trans, useLingui } from '@lingui/react/macro'
import { longCall } from '@registry/app-shell/api.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { isBroken } from '../draft.ts'
import { queryClient, trpc } from '../../../app/shell.ts'
import { FileExport } from '../../../exports/file-export.tsx'
import classes from '../saved-filters.module.css'
import { type ResultsProps, ScreenResults } from './screen-results.tsx'

type Props = ResultsProps & { readonly editing: boolean }

/** Runs a filter: on screen and as a file (REQ-EXP-01). */
export const ExportTab = ({ filter, runsAs, editing, view, onView }: Props) => {
  const { t } = useLingui()
  if (isBroken(filter))
    return (
      <Notice status="error" title={t`Questo filtro è da correggere`}>
        <Trans>Un campo o un valore non esiste più: finché il filtro resta così non può essere eseguito né esportato.</Trans>
      </Notice>
    )
  if (filter.isDisabled)
    return (
      <Notice status="warning" title={t`Questo filtro è disabilitato`}>
        <Trans>Non può essere eseguito né esportato. L’autore o un GlobalAdmin può riabilitarlo, nella scheda Dettaglio.</Trans>
      </Notice>
    )
  return (
    <div className={classes.view}>
      {editing && (
        <Notice status="info">
          <Trans>Stai modificando questo filtro: qui vale ancora l’ultima versione salvata.</Trans>
        </Notice>
      )}
      <FileExport
        source={{ path: '/api/inthem_query', id: filter.id, fileName: `filtro_${filter.id}` }}
        runsAs={runsAs}
        findRisk={() =>
          queryClient.fetchQuery({
            ...trpc.savedFilters.exportRisk.queryOptions({ id: filter.id, asRole: runsAs }, longCall),
            staleTime: 0,
          })
        }
      />
      <ScreenResults filter={filter} runsAs={runsAs} view={view} onView={onView} />
    </div>
  )
}
