import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { OwnRecord } from '@registry/api-contract/my-record'
import { showDate, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import type { CorrectionSubject } from '../../corrections/ask-correction.tsx'
import { OwnSeriesPart } from './own-series.tsx'
import classes from './my-record.module.css'

export type OwnSection = OwnRecord['sections'][number]
export type OwnField = OwnSection['fields'][number]
type Band = NonNullable<OwnField['band']>

/** The place of a value in the drawing, in percent. Its zones are equally wide, and the outer ones have no end. */
const findPlace = ({ limits, index }: Band, value: number): number => {
  const [from, to] = [limits[index - 1], limits[index]]
  const outer = from ?? to ?? 1
  const least = from ?? Math.min(0, outer * 2)
  const most = to ?? outer + Math.abs(outer || 1)
  const part = Math.min(Math.max((value - least) / (most - least), 0.05), 0.95)
  return ((index + part) / (limits.length + 1)) * 100
}

const BandBar = ({ band, value }: { readonly band: Band; readonly value: number }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const [from, to] = [band.limits[band.index - 1], band.limits[band.index]].map((limit) =>
    limit === undefined ? undefined : showNumber(limit, language),
  )
  const label = band.labels[band.index] ?? ''
  const range = from === undefined ? t`fino a ${to}` : to === undefined ? t`oltre ${from}` : t`da ${from} a ${to}`
  return (
    <>
      <span className={classes.band} aria-hidden="true">
        {band.labels.map((zone, index) => (
          <span key={zone} className={classes.zone} data-own={index === band.index} />
        ))}
        <span className={classes.marker} style={{ insetInlineStart: `${findPlace(band, value)}%` }} />
      </span>
      <span className={classes.bandText}>{t`Fascia: ${label} (${range})`}</span>
    </>
  )
}

/** A new value that the registry does not show yet (REQ-PAT-31). */
const DelayedFieldRow = ({
  field: { label, analyte, meaning },
  readableFrom,
}: {
  readonly field: OwnField
  readonly readableFrom: string
}) => {
  const { t } = useLingui()
  const date = showDate(readableFrom)
  return (
    <div className={classes.field}>
      <dt>{label}</dt>
      <dd>
        <strong>{t`Valore recente: lo leggi dal ${date}`}</strong>
        <span>{meaning}</span>
        {analyte !== null && <OwnSeriesPart analyte={analyte} label={label} />}
      </dd>
    </div>
  )
}

type RowProps = { readonly field: OwnField; readonly onCorrect: (about: CorrectionSubject) => void }

/** One value in words, with its band, its meaning, its day and its source, and a button to ask for a correction. */
export const OwnFieldRow = ({ field, onCorrect }: RowProps) => {
  const { t } = useLingui()
  const { label, analyte, text, missingText, meaning, day, source, band, value } = field
  const sources = {
    form: t`inserito dal centro`,
    file: t`da un file del centro`,
    service: t`dal programma del centro`,
    patient: t`scritto in MyConsent`,
    system: t`dal registro`,
    computed: t`calcolato dai tuoi esami`,
  } as const
  if (field.readableFrom !== null) return <DelayedFieldRow field={field} readableFrom={field.readableFrom} />
  const date = day === null ? undefined : showDate(day)
  const from = source === null ? undefined : sources[source]
  return (
    <div className={classes.field}>
      <dt>{label}</dt>
      <dd data-missing={text === null}>
        <strong>{text ?? t`Manca: ${missingText}`}</strong>
        {band && typeof value === 'number' && <BandBar band={band} value={value} />}
        <span>{meaning}</span>
        {date !== undefined && (
          <span className={classes.since}>{from === undefined ? t`Registrato il ${date}` : t`Registrato il ${date}, ${from}`}</span>
        )}
        {analyte !== null && <OwnSeriesPart analyte={analyte} label={label} />}
        <Button
          variant="subtle"
          size="compact-md"
          className={`${classes.correct} no-print`}
          aria-label={t`Non è giusto? ${label}`}
          onClick={() => onCorrect({ field: field.field, label, ...(text !== null && { shownValue: text }) })}
        >
          {t`Non è giusto?`}
        </Button>
      </dd>
    </div>
  )
}
