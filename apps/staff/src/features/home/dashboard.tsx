import { useLingui } from '@lingui/react/macro'
import type { StaffHome } from '@registry/api-contract/home'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { showMoment, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { type Status, StatusBadge } from '@registry/ui/status/status-badge.tsx'
import type { ReactNode } from 'react'
import classes from './home.module.css'

type Props = { readonly work: StaffHome; readonly filtersPath: string | undefined }

/** The latest imports, filters and exports, and the number of patients, for the person's roles. */
export const Dashboard = ({ work, filtersPath }: Props) => {
  const { t } = useLingui()
  return (
    <div className={classes.work}>
      {work.patients && <Patients patients={work.patients} />}
      {work.patients && <Imports imports={work.lastImports} />}
      {filtersPath !== undefined && <Filters filters={work.lastFilters} path={filtersPath} />}
      {filtersPath !== undefined && <Exports exports={work.lastExports} path={filtersPath} />}
      {!work.patients && filtersPath === undefined && (
        <EmptyState title={t`Niente in attesa`}>{t`Per i tuoi ruoli non c’è lavoro da mostrare qui.`}</EmptyState>
      )}
    </div>
  )
}

const Block = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={classes.block} aria-label={title}>
    <h2 className={classes.blockTitle}>{title}</h2>
    {children}
  </section>
)

const Patients = ({ patients }: { readonly patients: NonNullable<StaffHome['patients']> }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const figures = [
    [t`Registrati`, patients.registered],
    [t`Invitati, in attesa`, patients.invited],
    [t`Consenso ai dati clinici`, patients.withMedicalConsent],
    [t`Consenso ai dati personali`, patients.withPersonalConsent],
    [t`Ritirati`, patients.withdrawn],
  ] as const
  return (
    <Block title={t`Pazienti`}>
      <dl className={classes.figures}>
        {figures.map(([name, count]) => (
          <div key={name} className={classes.figure}>
            <dt>{name}</dt>
            <dd>{showNumber(count, language)}</dd>
          </div>
        ))}
      </dl>
    </Block>
  )
}

const Imports = ({ imports }: { readonly imports: StaffHome['lastImports'] }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return (
    <Block title={t`Ultimi caricamenti`}>
      {imports.length === 0 ? (
        <EmptyState
          title={t`Nessun caricamento`}
        >{t`Qui compaiono i file di pazienti e di dati che i centri inviano al registro.`}</EmptyState>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t`Quando`}</th>
              <th>{t`Comando`}</th>
              <th>{t`Da`}</th>
              <th className={classes.number}>{t`Righe accettate`}</th>
              <th className={classes.number}>{t`Righe rifiutate`}</th>
            </tr>
          </thead>
          <tbody>
            {imports.map((entry) => (
              <tr key={`${entry.at} ${entry.command}`}>
                <td>{showMoment(entry.at)}</td>
                <td>{entry.command}</td>
                <td>{entry.actor}</td>
                <td className={classes.number}>{showNumber(entry.ok, language)}</td>
                <td className={classes.number}>
                  {entry.ko > 0 ? <StatusBadge status="error">{showNumber(entry.ko, language)}</StatusBadge> : '0'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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

const Exports = ({ exports, path }: { readonly exports: StaffHome['lastExports']; readonly path: string }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const labels: Readonly<Record<string, string>> = {
    complete: t`Completa`,
    partial: t`Parziale`,
    failed: t`Non riuscita`,
    cancelled: t`Annullata`,
    interrupted: t`Interrotta`,
  }
  return (
    <Block title={t`Ultime esportazioni`}>
      {exports.length === 0 ? (
        <EmptyState
          title={t`Nessuna esportazione`}
        >{t`Qui compaiono le esportazioni fatte con i filtri, con le righe e l’esito.`}</EmptyState>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t`Quando`}</th>
              <th>{t`Filtro`}</th>
              <th>{t`Formato`}</th>
              <th className={classes.number}>{t`Righe`}</th>
              <th>{t`Esito`}</th>
            </tr>
          </thead>
          <tbody>
            {exports.map((entry) => (
              <tr key={`${entry.at} ${entry.filterId}`}>
                <td>{showMoment(entry.at)}</td>
                <td>
                  <RouteLink href={`${path}/${entry.filterId}`}>{entry.filterName}</RouteLink>
                </td>
                <td>{entry.format.toUpperCase()}</td>
                <td className={classes.number}>{showNumber(entry.rows, language)}</td>
                <td>
                  <StatusBadge status={outcomes[entry.outcome] ?? 'waiting'}>{labels[entry.outcome] ?? t`In corso`}</StatusBadge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Block>
  )
}
