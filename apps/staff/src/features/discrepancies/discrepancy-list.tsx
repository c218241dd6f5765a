import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import type { Discrepancy } from '@registry/api-contract/discrepancies'
import { groupFacts } from '@registry/domain/discrepancies/facts'
import type { DiscrepancyState } from '@registry/domain/discrepancies/states'
import { findField } from '@registry/domain/fields/dictionary'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { PageSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { AnswerDialog } from '../../discrepancies/answer-dialog.tsx'
import { TakeComputedDialog } from '../../discrepancies/take-computed-dialog.tsx'
import { useCheckName } from './check-text.tsx'
import { listDiscrepancies } from './discrepancies-route.ts'
import layout from '../../layout/layout.module.css'
import classes from './discrepancies.module.css'
import { FactTable } from '../../discrepancies/fact-table.tsx'
import { useRefreshDiscrepancies } from './use-refresh-discrepancies.ts'

/** The limits of the list to one field or check, as the address has them. */
export type DiscrepancyLimits = { readonly campo?: string; readonly controllo?: string }

type Props = {
  readonly state: DiscrepancyState
  readonly limits: DiscrepancyLimits
  readonly onLimit: (limits: DiscrepancyLimits) => void
}

/** The discrepancies of a centre in one state by fact, with what the centre can do about each (REQ-CRF-10). */
export const DiscrepancyList = ({ state, limits, onLimit }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const refresh = useRefreshDiscrepancies()
  const nameCheck = useCheckName()
  const [answering, setAnswering] = useState<readonly number[]>()
  const [taking, setTaking] = useState<readonly Discrepancy[]>()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [answered, setAnswered] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  /** The row that was answered. Its place has the next row afterwards. */
  const place = useRef<number>(undefined)
  const field = findField(limits.campo ?? '')?.name
  const search = { state, ...(field && { field }), ...(limits.controllo !== undefined && { checkKey: limits.controllo }) }
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(listDiscrepancies(search))
  const close = useMutation(trpc.discrepancies.close.mutationOptions())
  useEffect(() => {
    if (answering || place.current === undefined) return
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-answer]') ?? [])]
    buttons[Math.min(place.current, buttons.length - 1)]?.focus()
    place.current = undefined
  }, [answering])
  if (!data) return <PageSkeleton />
  const checks = data.pages[0]?.checks ?? []
  const discrepancies = data.pages.flatMap((page) => page.discrepancies)
  const facts = groupFacts<Discrepancy>(discrepancies)
  const chosen = discrepancies.filter(({ id, ...one }) => selected.has(id) && one.state === 'open')
  const answer = (ids: readonly number[]): void => {
    place.current = facts.findIndex((fact) => fact.discrepancies.some(({ id }) => ids.includes(id)))
    setAnswering(ids)
  }
  const select = (ids: readonly number[], isSelected: boolean): void => {
    const others = [...selected].filter((id) => !ids.includes(id))
    setSelected(new Set(isSelected ? [...others, ...ids] : others))
  }
  const closeAll = async (ids: readonly number[]): Promise<void> => {
    await close.mutateAsync({ ids: [...ids] })
    await refresh()
  }
  // Those that a colleague answered in between are no longer in the list.
  const stillOpen = discrepancies.filter(({ id, ...one }) => answering?.includes(id) && one.state === 'open')
  const isLimited = limits.campo !== undefined || limits.controllo !== undefined
  const fieldNames = [...new Set(checks.flatMap(({ fields }) => fields))].map((value) => ({
    value,
    label: findField(value)?.label[language] ?? value,
  }))
  return (
    <div ref={list} className={classes.list}>
      {(checks.length > 0 || isLimited) && (
        <div className={classes.limits}>
          <Select
            aria-label={t`Campo`}
            placeholder={t`Tutti i campi`}
            data={fieldNames.toSorted((one, other) => one.label.localeCompare(other.label, language))}
            value={limits.campo ?? null}
            onChange={(campo) => onLimit({ ...(campo !== null && { campo }) })}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t`Svuota` }}
          />
          <Select
            aria-label={t`Controllo`}
            placeholder={t`Tutti i controlli`}
            data={checks.map((check) => ({ value: check.checkKey, label: `${nameCheck(check)}: ${check.message}` }))}
            value={limits.controllo ?? null}
            onChange={(controllo) => onLimit({ ...(controllo !== null && { controllo }) })}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t`Svuota` }}
          />
          {isLimited && <Button size="compact-md" variant="default" onClick={() => onLimit({})}>{t`Mostra tutte`}</Button>}
        </div>
      )}
      {facts.length === 0 ? (
        <EmptyState
          title={t`Nessuna segnalazione`}
        >{t`Le cartelle si controllano ogni notte, dopo ogni caricamento e a ogni salvataggio.`}</EmptyState>
      ) : (
        <FactTable
          label={t`Segnalazioni del centro`}
          facts={facts}
          hasPatients
          {...(state === 'open' && {
            selected,
            hasMore: hasNextPage,
            onSelect: select,
            onAnswer: (some: readonly Discrepancy[]) => answer(some.map(({ id }) => id)),
            onTakeComputed: setTaking,
          })}
          {...(state === 'corrected' && { onClose: (ids: readonly number[]) => void closeAll(ids) })}
        />
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>{t`Altre segnalazioni`}</Button>
      )}
      <div className={classes.bar}>
        <span role="status">
          {answered > 0 &&
            t({ message: plural(answered, { one: 'Risposta salvata per # segnalazione', other: 'Risposta salvata per # segnalazioni' }) })}
        </span>
        {chosen.length > 0 && hasNextPage && (
          <span className={layout.note}>{t`Solo tra le segnalazioni mostrate: l’elenco continua.`}</span>
        )}
        {chosen.length > 0 && (
          <Button onClick={() => answer(chosen.map(({ id }) => id))}>
            {t({ message: plural(chosen.length, { one: 'Rispondi a # segnalazione', other: 'Rispondi a # segnalazioni' }) })}
          </Button>
        )}
        {state === 'corrected' && facts.length > 0 && (
          <Button loading={close.isPending} onClick={() => void closeAll(discrepancies.map(({ id }) => id))}>
            {t`Chiudi tutte quelle mostrate`}
          </Button>
        )}
      </div>
      {taking && <TakeComputedDialog discrepancies={taking} onClose={() => setTaking(undefined)} />}
      {answering && (
        <AnswerDialog
          discrepancies={stillOpen}
          onAnswered={(count) => {
            setAnswered(count)
            setSelected(new Set())
          }}
          onClose={() => setAnswering(undefined)}
        />
      )}
    </div>
  )
}
