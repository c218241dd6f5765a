import { useLingui } from '@lingui/react/macro'
import type { StaffHome } from '@registry/api-contract/home'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { showMoment, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { type Status, StatusBadge } from '@registry/ui/status/status-badge.tsx'
import type { ReactNode } from 'react'
import classes from './home.module.css'

type Props = { readonly work: StaffHome; readonly filtersAt: string | undefined }

/** What came in and what was done last, for the roles held. */
export const Dashboard = ({ work, filtersAt }: Props) => {
  const { t } = useLingui()
  return (
    <div className={classes.work}>
      {work.patients && <Patients patients={work.patients} />}
      {work.patients && <Imports imports={work.lastImports} />}
      {filtersAt !== undefined && <Filters filters={work.lastFilters} at={filtersAt} />}
      {filtersAt !== undefined && <Exports exports={work.lastExports} at={filtersAt} />}
      {!work.patients && filtersAt === undefined && (
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
            {imports.map((run) => (
              <tr key={`${run.at} ${run.command}`}>
                <td>{showMoment(run.at)}</td>
                <td>{run.command}</td>
                <td>{run.by}</td>
                <td className={classes.number}>{showNumber(run.ok, language)}</td>
                <td className={classes.number}>
                  {run.ko > 0 ? <StatusBadge status="error">{showNumber(run.ko, language)}</StatusBadge> : '0'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Block>
  )
}

const Filters = ({ filters, at }: { readonly filters: StaffHome['lastFilters']; readonly at: string }) => {
  const { t } = useLingui()
  return (
    <Block title={t`Filtri modificati di recente`}>
      {filters.length === 0 ? (
        <EmptyState title={t`Nessun filtro`}>{t`Un filtro salvato sceglie i pazienti e i campi da esportare.`}</EmptyState>
      ) : (
        <ul className={classes.list}>
          {filters.map((filter) => (
            <li key={filter.id}>
              <RouteLink href={`${at}/${filter.id}`}>{filter.name}</RouteLink>
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

const Exports = ({ exports, at }: { readonly exports: StaffHome['lastExports']; readonly at: string }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const words: Readonly<Record<string, string>> = {
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
            {exports.map((made) => (
              <tr key={`${made.at} ${made.filterId}`}>
                <td>{showMoment(made.at)}</td>
                <td>
                  <RouteLink href={`${at}/${made.filterId}`}>{made.filterName}</RouteLink>
                </td>
                <td>{made.format.toUpperCase()}</td>
                <td className={classes.number}>{showNumber(made.rows, language)}</td>
                <td>
                  <StatusBadge status={outcomes[made.outcome] ?? 'waiting'}>{words[made.outcome] ?? t`In corso`}</StatusBadge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Block>
  )
}
