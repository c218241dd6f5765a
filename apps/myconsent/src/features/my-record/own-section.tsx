import { Plural, useLingui } from '@lingui/react/macro'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import type { CorrectionSubject } from '../../corrections/ask-correction.tsx'
import { type OwnField, OwnFieldRow, type OwnSection } from './own-field.tsx'
import classes from './my-record.module.css'

const isShown = ({ value, missing, readableFrom }: OwnField): boolean => value !== null || missing !== null || readableFrom !== null

type Props = { readonly section: OwnSection; readonly onCorrect: (about: CorrectionSubject) => void }

/** A section of the record, folded: its values, and the names of those that the centre has not given. */
export const OwnSectionPart = ({ section: { section, label, inUse, fields }, onCorrect }: Props) => {
  const { t } = useLingui()
  const shown = fields.filter(isShown)
  const empty = fields.filter((field) => !isShown(field) && field.applies)
  return (
    <details className={classes.section}>
      <summary>
        <h2>{label}</h2>
        <span className={classes.count}>
          <Plural value={shown.length} _0="nessun valore" one="# valore" other="# valori" />
          {!inUse && ` · ${t`non in uso`}`}
        </span>
      </summary>
      {!inUse && shown.length > 0 && (
        <Notice status="info">{t`Questi dati non sono in uso: non hai dato il consenso, quindi il centro e chi fa ricerca non li vedono. Tu li leggi finché sono conservati.`}</Notice>
      )}
      {shown.length > 0 && (
        <dl className={classes.fields}>
          {shown.map((field) => (
            <OwnFieldRow key={field.field} field={field} onCorrect={onCorrect} />
          ))}
        </dl>
      )}
      {empty.length > 0 && (
        <p className={classes.empty}>
          {section === 'consents' ? t`Senza risposta:` : t`Il centro non ha ancora indicato:`}{' '}
          {empty.map((field) => field.label).join(', ')}.
        </p>
      )}
    </details>
  )
}
