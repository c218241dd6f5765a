import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { patientScopeByRole } from '@registry/domain/access/permissions'
import { listDataDomainConsents } from '@registry/domain/fields/data-domain-consent'
import { getField } from '@registry/domain/fields/dictionary'
import type { FieldSelection } from '@registry/domain/filter/selection'
import { listSelectedFields } from '@registry/domain/filter/selected-fields'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import type { RunsAs } from '../../../exports/export-file.ts'
import { useConditionSentences } from './condition-sentences.tsx'
import classes from './filter-count.module.css'
import type { CountedCondition, FilterCount as Count } from './use-filter-count.ts'

type Props = { readonly count: Count; readonly runsAs: RunsAs; readonly fields: FieldSelection }

/** Number of remaining patients after each consent and each condition of the edited filter (REQ-FIL-10). */
export const FilterCount = ({ count: { counted, isOld, error, retry }, runsAs, fields }: Props) => (
  <section aria-labelledby="heading-count" className={classes.count} data-old={isOld}>
    <h3 id="heading-count" className={classes.heading}>
      <Trans>Quanti pazienti</Trans>
    </h3>
    {error && (
      <div className={classes.failure}>
        <p role="alert">
          <Trans>Il conteggio non è riuscito.</Trans> {toRequestError(error).message}
        </p>
        <Button variant="default" onClick={retry}>
          <Trans>Conta di nuovo</Trans>
        </Button>
      </div>
    )}
    {counted ? <Counted counted={counted} runsAs={runsAs} fields={fields} /> : !error && <BlockSkeleton height={220} />}
  </section>
)

type CountedProps = Pick<Props, 'runsAs' | 'fields'> & { readonly counted: CountedCondition }

const Counted = ({ counted: { where, counts }, runsAs, fields }: CountedProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { visible, steps, withheld } = counts
  const show = (count: number): string => showNumber(count, language)
  const sentences = useConditionSentences(where)
  const found = steps.at(-1)?.remaining ?? 0
  const total = show(found)
  const consents = steps.filter(({ consent }) => consent !== null).length
  const needed = listDataDomainConsents(listSelectedFields(fields))
  const hidden = withheld.filter(({ consent, patients }) => needed.includes(consent) && patients > 0)
  return (
    <>
      <p role="status" className={classes.result}>
        <Plural value={found} one={`${total} paziente`} other={`${total} pazienti`} />
      </p>
      <ol className={classes.steps}>
        <Step name={patientScopeByRole[runsAs] === 'centre' ? t`Pazienti del tuo centro` : t`Pazienti della tua area`} share={1}>
          {show(visible)}
        </Step>
        {steps.map((step, index) => (
          <Step
            key={`${index} ${step.consent}`}
            name={step.consent ? getField(step.consent).label[language] : (sentences[index - consents] ?? '')}
            share={findShare(step.remaining, visible)}
            before={findShare(index === 0 ? visible : (steps[index - 1]?.remaining ?? 0), visible)}
            removed={<Removed {...step} />}
          >
            {show(step.remaining)}
          </Step>
        ))}
      </ol>
      {hidden.map(({ consent, patients }) => (
        <p key={consent} className={classes.note}>
          <Withheld consent={getField(consent).label[language]} patients={show(patients)} />
        </p>
      ))}
      <p className={classes.note}>
        <Trans>Ogni riga parte dai pazienti rimasti nella riga sopra.</Trans>
      </p>
    </>
  )
}

const findShare = (count: number, visible: number): number => (visible > 0 ? count / visible : 0)

type StepProps = {
  readonly name: string
  /** The remaining patients as a share of the visible ones, and those of the step before. */
  readonly share: number
  readonly before?: number
  readonly removed?: React.ReactNode
  readonly children: string
}

const Step = ({ name, share, before = share, removed, children }: StepProps) => (
  <li className={classes.step}>
    <span>{name}</span> <strong className={classes.number}>{children}</strong>
    <span className={classes.bar} aria-hidden="true">
      <span className={classes.before} style={{ width: `${before * 100}%` }} />
      <span className={classes.remaining} style={{ width: `${share * 100}%` }} />
    </span>{' '}
    {removed}
  </li>
)

type RemovedProps = {
  readonly consent: string | null
  readonly removed: number
  readonly unknown: number
}

/** Number of patients that a step removes, and how many of them because a value is unknown. */
const Removed = ({ consent, removed, unknown }: RemovedProps) => {
  const { language } = useLanguage()
  const number = showNumber(removed, language)
  const part = showNumber(unknown, language)
  return (
    <span className={classes.removed}>
      {removed === 0 ? <Trans>nessun escluso</Trans> : <Trans>esclusi {number}</Trans>}
      {unknown > 0 && <>, {consent === null ? <Trans>di cui {part} senza valore</Trans> : <Trans>di cui {part} senza risposta</Trans>}</>}
    </span>
  )
}

const Withheld = ({ consent, patients }: { readonly consent: string; readonly patients: string }) => (
  <Trans>
    Di questi, {patients} sono senza «{consent}»: le colonne che lo richiedono restano vuote.
  </Trans>
)
