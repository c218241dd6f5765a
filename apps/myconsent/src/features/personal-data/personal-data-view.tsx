import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { PersonalData } from '@registry/api-contract/personal-data'
import { formatDay } from '@registry/domain/calendar'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { findLabel } from '@registry/domain/reference/reference-values'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { PageActions } from '../../app/page-actions.tsx'
import { ButtonLink } from '../../app/links.tsx'
import { PrintButton } from '../../documents/print-button.tsx'
import { getLabel, sections, type ShownField } from './fields.ts'
import classes from './personal-data.module.css'

type Props = {
  readonly data: PersonalData
  /** True right after a save. */
  readonly saved: boolean
  readonly onEdit: () => void
}

/** The personal data in view mode, with buttons to change, print and go back (REQ-PAT-10). */
export const PersonalDataView = ({ data, saved, onEdit }: Props) => {
  const { t, i18n } = useLingui()
  const { language } = useLanguage()
  const modes = { Email: t`E-mail`, Mobile: t`Cellulare` }

  const show = (field: ShownField): string => {
    const value = data[field]
    if (value === null) return t`Non indicato`
    if (field === 'name' || field === 'surname') return formatPersonName(value)
    if (field === 'dob') return formatDay(value)
    if (field === 'login_mode') return modes[data.login_mode]
    if (field === 'mobile') return `${data.mobile_prefix ?? ''} ${value}`
    const names = data.names[field]
    return names ? findLabel({ id: value, ...names }, language) : value
  }

  return (
    <>
      {saved && <Notice status="yes">{t`Dati aggiornati`}</Notice>}
      {!data.shared && (
        <Notice status="info">
          {t`Non hai dato il consenso ai dati personali: il tuo centro vede solo nome, cognome, il suo codice e i recapiti; chi fa ricerca non vede nessuno di questi dati.`}
        </Notice>
      )}
      {sections.map(({ title, fields }) => (
        <section key={title.id} className={classes.section} aria-label={i18n._(title)}>
          <h2 className={classes.title}>{i18n._(title)}</h2>
          <dl className={classes.values}>
            {fields
              .filter((field) => field !== 'mobile_prefix')
              .map((field) => (
                <div key={field} className={classes.value}>
                  <dt>{getLabel(field, language)}</dt>
                  <dd data-empty={data[field] === null}>{show(field)}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <PageActions>
        <Button size="lg" onClick={onEdit}>
          {t`Modifica`}
        </Button>
        <PrintButton document="scheda_paziente">{t`Stampa`}</PrintButton>
        <ButtonLink to="/myconsent" variant="default" size="lg">
          {t`Indietro`}
        </ButtonLink>
      </PageActions>
    </>
  )
}
