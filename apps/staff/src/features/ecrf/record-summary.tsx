import { useLingui } from '@lingui/react/macro'
import type { PatientRecordView, RecordChoices } from '@registry/api-contract/ecrf'
import { getField } from '@registry/domain/fields/dictionary'
import { findAge, listAlerts, summaryFields } from '@registry/domain/ecrf/summary'
import { incidentalFindingsMessages } from '@registry/domain/ecrf/summary-messages'
import { getItalianToday, showDate, showMoment } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useState } from 'react'
import { useValueText } from '../../app/use-value-text.ts'
import { useValueAge } from './use-value-age.ts'
import classes from './ecrf.module.css'

type Props = { readonly record: PatientRecordView; readonly choices: RecordChoices }

/** The patient at a glance, as the record is stored (REQ-CRF-09, REQ-CRF-17). */
export const RecordSummary = ({ record, choices }: Props) => {
  const { t } = useLingui()
  const { values } = record
  const { language } = useLanguage()
  const showValue = useValueText(choices)
  const [today] = useState(getItalianToday)
  const { showAge, showAlert } = useValueAge(today)
  const age = findAge(values, today)
  const shown = summaryFields.filter((name) => (values[name] ?? null) !== null)
  const alerts = listAlerts(record, today)
  const { personal, medical } = record.paperConsents
  const papers = [
    ...(personal
      ? [t`Dati anagrafici: modulo ${personal.reference}, testo ${personal.version}, firmato il ${showDate(personal.signedOn)}`]
      : []),
    ...(medical ? [t`Dati clinici: modulo ${medical.reference}, testo ${medical.version}, firmato il ${showDate(medical.signedOn)}`] : []),
  ]
  if (record.withdrawn && age === undefined && shown.length === 0) return null
  return (
    <section aria-label={t`In sintesi`} className={classes.summary}>
      <dl className={classes.facts}>
        {age !== undefined && (
          <div>
            <dt>{t`Età`}</dt>
            <dd>{t`${age} anni`}</dd>
          </div>
        )}
        {shown.map((name) => (
          <div key={name}>
            <dt>{getField(name).label[language]}</dt>
            <dd>
              {showValue(name, values[name])} <span className={classes.note}>{showAge(record, name)}</span>
            </dd>
          </div>
        ))}
        {papers.length > 0 && (
          <div>
            <dt>{t`Consensi su carta`}</dt>
            {papers.map((paper) => (
              <dd key={paper}>{paper}</dd>
            ))}
          </div>
        )}
        {!record.withdrawn && (
          <div>
            <dt>{t(incidentalFindingsMessages.title)}</dt>
            <dd>{t(incidentalFindingsMessages[record.incidentalFindings ?? 'unanswered'])}</dd>
          </div>
        )}
      </dl>
      {(alerts.length > 0 || record.mailRejectedAt !== null) && (
        <ul className={classes.alerts} aria-label={t`Avvisi`}>
          {record.mailRejectedAt !== null && (
            <li>
              <StatusBadge status="error" wraps>
                {t`Dal ${showMoment(record.mailRejectedAt)} le e-mail al paziente sono rifiutate: controlla l’indirizzo.`}
              </StatusBadge>
            </li>
          )}
          {alerts.map((alert) => (
            <li key={alert}>
              <StatusBadge status="error" wraps>
                {showAlert(record, alert)}
              </StatusBadge>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
