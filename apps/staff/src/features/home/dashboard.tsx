import { Plural, useLingui } from '@lingui/react/macro'
import type { StaffHome } from '@registry/api-contract/home'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { showMoment } from '@registry/ui/language/format.ts'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { type Status, StatusBadge } from '@registry/ui/status/status-badge.tsx'
import classes from './home.module.css'
import { Block } from './block.tsx'
import { DeletionRequests } from './deletion-requests.tsx'

/** The addresses of a filter and of a study, for one role. */
export type WorkPages = { readonly filters: string; readonly studies: string }
type Props = { readonly work: StaffHome; readonly pages: WorkPages | undefined; readonly seesImports: boolean; readonly user: string }

/** The latest imports, filters and exports for the person's roles. The numbers above link to them. */
export const Dashboard = ({ work, pages, seesImports, user }: Props) => (
  <div className={classes.work}>
    {seesImports && <Imports imports={work.lastImports} />}
    {pages !== undefined && <DeletionRequests deletionRequests={work.deletionRequests} user={user} />}
    {pages !== undefined && <Filters filters={work.lastFilters} path={pages.filters} />}
    {pages !== undefined && <Exports exports={work.lastExports} pages={pages} />}
  </div>
)

const Imports = ({ imports }: { readonly imports: StaffHome['lastImports'] }) => {
  const { t } = useLingui()
  return (
    <Block id="imports" title={t`Ultimi caricamenti`}>
      {imports.length === 0 ? (
        <EmptyState
          title={t`Nessun caricamento`}
        >{t`Qui compaiono i file di pazienti e di dati che i centri inviano al registro.`}</EmptyState>
      ) : (
        <ul className={classes.list}>
          {imports.map((entry) => (
            <li key={`${entry.at} ${entry.command}`}>
              <span>
                {entry.command} <span className={classes.when}>{entry.actor}</span>
              </span>
              <span className={classes.facts}>
                <Plural value={entry.ok} one="# riga accettata" other="# righe accettate" />
                {entry.ko > 0 && (
                  <StatusBadge status="error">
                    <Plural value={entry.ko} one="# riga rifiutata" other="# righe rifiutate" />
                  </StatusBadge>
                )}
                <span className={classes.when}>{showMoment(entry.at)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

const Filters = ({ filters, path }: { readonly filters: StaffHome['lastFilters']; readonly path: string }) => {
  const { t } = useLingui()
  return (
    <Block title={t`Filtri modificati di recente`}>
      {filters.length === 0 ? (
        <EmptyState title={t`Nessun filtro`}>{t`Un filtro salvato sceglie i pazienti e i campi da esportare.`}</EmptyState>
      ) : (
        <ul className={classes.list}>
          {filters.map((filter) => (
            <li key={filter.id}>
              <RouteLink href={`${path}/${filter.id}`}>{filter.name}</RouteLink>
              <span className={classes.when}>{showMoment(filter.changedAt)}</span>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

const outcomes: Readonly<Record<string, Status>> = {
  complete: 'yes',
  partial: 'error',
  failed: 'error',
  cancelled: 'no',
  interrupted: 'error',
}

const Exports = ({ exports, pages }: { readonly exports: StaffHome['lastExports']; readonly pages: WorkPages }) => {
  const { t } = useLingui()
  const labels: Readonly<Record<string, string>> = {
    complete: t`Completa`,
    partial: t`Parziale`,
    failed: t`Non riuscita`,
    cancelled: t`Annullata`,
    interrupted: t`Interrotta`,
  }
  return (
    <Block id="exports" title={t`Le tue ultime esportazioni`}>
      {exports.length === 0 ? (
        <EmptyState
          title={t`Non hai fatto esportazioni`}
        >{t`Qui compaiono le tue esportazioni di filtri e studi, con le righe e l’esito.`}</EmptyState>
      ) : (
        <ul className={classes.list}>
          {exports.map((entry) => (
            <li key={`${entry.at} ${entry.filterId}`}>
              <RouteLink
                href={
                  entry.studyId === null ? `${pages.filters}/${entry.filterId}` : `${pages.studies}/${encodeURIComponent(entry.studyId)}`
                }
              >
                {entry.name}
              </RouteLink>
              <span className={classes.facts}>
                <span>{entry.format.toUpperCase()}</span>
                <Plural value={entry.rows} one="# riga" other="# righe" />
                <StatusBadge status={outcomes[entry.outcome] ?? 'waiting'}>{labels[entry.outcome] ?? t`In corso`}</StatusBadge>
                <span className={classes.when}>{showMoment(entry.at)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
