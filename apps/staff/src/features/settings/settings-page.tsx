import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Setting } from '@registry/api-contract/settings'
import { isOpen, type RoutePattern } from '@registry/domain/access/screens'
import { showMoment } from '@registry/ui/language/format.ts'
import { useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import classes from './settings.module.css'
import type { SettingsSearch } from './settings-route.ts'
import { ParametersForm } from './parameters-form.tsx'
import { useSettingLabels } from './setting-labels.ts'

/** The global configuration: its parameters, and the ways to the service tables and the questionnaires (REQ-ADM-08, REQ-ADM-14). */
export const SettingsPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const search: SettingsSearch = useSearch({ strict: false })
  const { data: settings } = useSuspenseQuery(trpc.settings.list.queryOptions())
  const [saved, setSaved] = useState(false)
  const edit = (open: boolean): void => void navigate({ to: '.', search: open ? { modifica: true } : {}, replace: !open })
  return (
    <>
      <PageHeading title={t`Configurazione globale`} />
      <div className={layout.sections}>
        <section aria-labelledby="heading-parameters">
          <h2 id="heading-parameters" className={layout.title}>{t`Parametri`}</h2>
          {saved && (
            <div className={classes.saved}>
              <Notice status="yes">{t`Modifiche registrate`}</Notice>
            </div>
          )}
          {search.modifica === true ? (
            <ParametersForm
              settings={settings}
              onClose={(changed) => {
                setSaved(changed)
                edit(false)
              }}
            />
          ) : (
            <>
              <Parameters settings={settings} />
              <Button
                onClick={() => {
                  setSaved(false)
                  edit(true)
                }}
              >{t`Modifica i parametri`}</Button>
            </>
          )}
        </section>
        <div className={classes.cards}>
          <section aria-labelledby="heading-tables" className={classes.card}>
            <h2 id="heading-tables" className={layout.title}>{t`Tabelle di servizio`}</h2>
            <p
              className={layout.paragraph}
            >{t`I valori fra cui si sceglie nelle cartelle e nei filtri, con i nomi nelle lingue del registro.`}</p>
            <PageButton path="/tabelleservizio" label={t`Recupera / Carica`} />
          </section>
          <section aria-labelledby="heading-consents" className={classes.card}>
            <h2 id="heading-consents" className={layout.title}>{t`Testi dei consensi`}</h2>
            <p className={layout.paragraph}>{t`Quello che i pazienti leggono prima di decidere, con le versioni pubblicate.`}</p>
            <PageButton path="/testi_consenso" label={t`Modifica e pubblica`} />
          </section>
          <section aria-labelledby="heading-questionnaire" className={classes.card}>
            <h2 id="heading-questionnaire" className={layout.title}>{t`Questionario sulla salute`}</h2>
            <p className={layout.paragraph}>{t`Le domande che i pazienti compilano, con le versioni pubblicate.`}</p>
            <PageButton path="/creasf36" label={t`Versioni del questionario`} />
          </section>
        </div>
      </div>
    </>
  )
}

/** A way to another page. It is disabled until that page is open. */
const PageButton = ({ path, label }: { readonly path: RoutePattern; readonly label: string }) => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  return (
    <>
      <Button variant="default" disabled={!isOpen(path)} onClick={() => navigate(path)}>
        {label}
      </Button>
      {!isOpen(path) && <p className={classes.note}>{t`Questa pagina non è ancora aperta.`}</p>}
    </>
  )
}

/** A code that breaks after an underscore, so that its words stay whole on a phone. */
const breakable = (code: string) =>
  code.split('_').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && (
        <>
          {'_'}
          <wbr />
        </>
      )}
      {part}
    </Fragment>
  ))

const Parameters = ({ settings }: { readonly settings: readonly Setting[] }) => {
  const { t } = useLingui()
  const { formatName, formatHint, formatValue } = useSettingLabels()
  return (
    <ScrollableTable label={t`Parametri`} className={`${layout.plainNames} ${classes.parameters}`}>
      <TableHead headings={[t`Parametro`, t`Valore`, t`Ultima modifica`]} />
      <tbody>
        {settings.map(({ key, value, changedAt, changedBy }) => (
          <tr key={key}>
            <th scope="row">
              {formatName(key)}
              <span className={classes.hint}>{formatHint(key)}</span>
              <code translate="no" className={classes.code}>
                {breakable(key)}
              </code>
            </th>
            <td>{formatValue(value)}</td>
            <td>{changedAt === null ? t`mai` : `${showMoment(changedAt)}, ${changedBy ?? t`un operatore del server`}`}</td>
          </tr>
        ))}
      </tbody>
    </ScrollableTable>
  )
}
