import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { mayUse, patientScopeByRole } from '@registry/domain/access/permissions'
import { minGroupSize } from '@registry/domain/access/small-groups'
import { listBlockConsents } from '@registry/domain/fields/block-consent'
import { getField } from '@registry/domain/fields/dictionary'
import type { FieldSelection } from '@registry/domain/filter/selection'
import { listSelectedFields } from '@registry/domain/filter/selected-fields'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import type { CountsAs } from '../filter-area.ts'
import { useConditionSentences } from './condition-sentences.tsx'
import classes from './filter-count.module.css'
import type { CountedCondition, FilterCount as Count } from './use-filter-count.ts'

type Props = { readonly count: Count; readonly countsAs: CountsAs; readonly fields: FieldSelection }

/** How many patients remain after each consent and each condition of the edited filter (REQ-FIL-10). */
export const FilterCount = ({ count: { counted, isOld, error, retry }, countsAs, fields }: Props) => (
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
    {counted ? <Counted counted={counted} countsAs={countsAs} fields={fields} /> : !error && <BlockSkeleton height={220} />}
  </section>
)

/** Texts for a number of patients. A hidden number is a group of fewer than five patients (REQ-FIL-11). */
export const usePatientNumber = () => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return (count: number | null): string => {
    const number = showNumber(count ?? minGroupSize, language)
    return count === null ? t`meno di ${number}` : number
  }
}

type CountedProps = Pick<Props, 'countsAs' | 'fields'> & { readonly counted: CountedCondition }

const Counted = ({ counted: { where, counts }, countsAs, fields }: CountedProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { visible, steps, anonymous, withheld, isRounded } = counts
  const show = usePatientNumber()
  const sentences = useConditionSentences(where)
  const found = steps.at(-1)?.remaining ?? null
  const total = show(found)
  const consents = steps.filter(({ consent }) => consent !== null).length
  const needed = listBlockConsents(listSelectedFields(fields))
  const hidden = withheld.filter(({ consent, patients }) => needed.includes(consent) && patients !== null && patients > 0)
  return (
    <>
      <p role="status" className={classes.result}>
        <Plural value={found ?? 0} one={`${total} paziente`} other={`${total} pazienti`} />
      </p>
      <ol className={classes.steps}>
        <Step name={patientScopeByRole[countsAs] === 'centre' ? t`Pazienti del tuo centro` : t`Pazienti della tua area`} share={1}>
          {show(visible)}
        </Step>
        {steps.map((step, index) => (
          <Step
            key={`${index} ${step.consent}`}
            name={step.consent ? getField(step.consent).label[language] : (sentences[index - consents] ?? '')}
            share={findShare(step.remaining, visible)}
            before={findShare(index === 0 ? visible : (steps[index - 1]?.remaining ?? null), visible)}
            removed={<Removed {...step} isRounded={isRounded} />}
          >
            {show(step.remaining)}
          </Step>
        ))}
      </ol>
      {anonymous !== null && anonymous > 0 && (
        <p className={classes.note}>
          <Plural value={anonymous} one="Con # scheda anonima di chi si è ritirato." other="Con # schede anonime di chi si è ritirato." />
        </p>
      )}
      {hidden.map(({ consent, patients }) => (
        <p key={consent} className={classes.note}>
          <Withheld consent={getField(consent).label[language]} patients={show(patients)} />
        </p>
      ))}
      <p className={classes.note}>
        <Trans>Ogni riga parte dai pazienti rimasti nella riga sopra.</Trans>{' '}
        {isRounded && <Trans>I numeri sono arrotondati a multipli di cinque, per proteggere i singoli pazienti.</Trans>}{' '}
        {isRounded && mayUse([countsAs], 'filter:run') && <Trans>Il numero esatto è in Esportazione.</Trans>}
      </p>
    </>
  )
}

const findShare = (count: number | null, visible: number | null): number => (visible ? (count ?? 0) / visible : 0)

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
  readonly removed: number | null
  readonly unknown: number | null
  readonly isRounded: boolean
}

/** How many patients a step removes, and how many of them because nothing is known. */
const Removed = ({ consent, removed, unknown, isRounded }: RemovedProps) => {
  const show = usePatientNumber()
  // Rounded, none is also fewer than five.
  const number = show(isRounded && removed === 0 ? null : removed)
  const part = show(unknown)
  if (removed === null) return null
  return (
    <span className={classes.removed}>
      {removed === 0 && !isRounded ? <Trans>non ne toglie</Trans> : <Trans>ne toglie {number}</Trans>}
      {unknown !== null && unknown > 0 && (
        <>, {consent === null ? <Trans>di cui {part} senza valore</Trans> : <Trans>di cui {part} senza risposta</Trans>}</>
      )}
    </span>
  )
}

const Withheld = ({ consent, patients }: { readonly consent: string; readonly patients: string }) => (
  <Trans>
    Di questi, {patients} sono senza «{consent}»: le colonne che lo richiedono restano vuote.
  </Trans>
)
