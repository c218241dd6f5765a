import { Button, NativeSelect, TextInput } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { workListButtons, workListColumns, workListTasks, type WorkListTask } from '@registry/domain/ecrf/work-list'
import type { WorkListSettings } from '@registry/domain/ecrf/work-list-views'
import { followUpFields, followUps } from '@registry/domain/indicators/indicators'
import { getItalianToday } from '@registry/ui/language/format.ts'
import { useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { PageTitle } from '@registry/ui/layout/page.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { followUpNames } from '../../app/follow-up-names.ts'
import { trpc } from '../../app/shell.ts'
import { recordAddress } from '../../app/record-address.ts'
import { readSettings, readWorkListAddress, toAddress } from './work-list-address.ts'
import { columnNames, WorkListTable } from './work-list-table.tsx'
import { WorkListViews } from './work-list-views.tsx'
import classes from './work-list.module.css'

type Props = {
  /** The warnings of the registration that has just been made. */
  readonly registered: readonly string[] | undefined
  readonly onNew: () => void
}

/**
 * The list of the centre's patients, ordered and filtered by its address, and searched by a part of the code or name. Enter opens the first
 * patient, the arrow keys walk the list (REQ-CRF-06, REQ-CRF-21).
 */
export const PatientPicker = ({ registered, onNew }: Props) => {
  const { t } = useLingui()
  const navigateTo = useNavigateTo()
  const navigate = useNavigate()
  // The router passes on parameters that the route rejects.
  const address = readWorkListAddress(useSearch({ from: '/_signed-in/ecrf' }))
  const [today] = useState(getItalianToday)
  const year = today.slice(0, 4)
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const list = useRef<HTMLDivElement>(null)
  const { pages = 1 } = address
  const settings = readSettings(address)
  const { order, phenotype, tasks } = settings
  const { data: choices } = useQuery(trpc.ecrf.choices.queryOptions())
  const phenotypes = new Map(choices?.['svc_fenotype']?.map(({ id, name }) => [id, name]))
  const { data, isPending, isPlaceholderData, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    ...trpc.ecrf.patients.infiniteQueryOptions(
      { search: wanted, order, ...(phenotype !== null && { phenotype }), ...(tasks.length > 0 && { tasks: [...tasks] }) },
      { getNextPageParam: ({ next }) => next ?? undefined },
    ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { data: counts } = useQuery({ ...trpc.ecrf.workCounts.queryOptions({}), staleTime: 0 })
  const patients = data?.pages.flatMap((page) => page.patients) ?? []
  const count = data?.pages[0]?.count
  const loaded = data?.pages.length ?? 0
  // A link shows as many pages as the person saw who made it.
  const isShort = !isPlaceholderData && loaded > 0 && loaded < pages && hasNextPage
  useEffect(() => {
    if (isShort && !isFetching) void fetchNextPage()
  }, [isShort, isFetching, fetchNextPage])
  const show = (next: Partial<WorkListSettings>): void => {
    void navigate({ to: '/ecrf', search: toAddress({ ...settings, ...next }), replace: true, resetScroll: false })
  }
  const setTask = (task: WorkListTask, isWanted: boolean): void =>
    show({ tasks: workListTasks.filter((one) => (one === task ? isWanted : tasks.includes(one))) })
  const [first] = patients
  // Enter waits for the patients of the text in the field.
  const [entered, setEntered] = useState(false)
  const isCurrent = data !== undefined && !isPlaceholderData && wanted === search
  useEffect(() => {
    if (entered && isCurrent && first) navigateTo(recordAddress(first.record))
  }, [entered, isCurrent, first, navigateTo])
  const walk = (event: KeyboardEvent, index: number): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('tbody a')[index + step]?.focus()
  }
  const taskNames = {
    signature: t`Da firmare per il ${year}`,
    mri: t`Senza RM da 24 mesi`,
    alerts: t`Con avvisi`,
    discrepancies: t`Con segnalazioni`,
    unreachable: t`Senza recapito`,
    'coming-of-age': t`18 anni entro 3 mesi`,
  } as const
  const overdue = followUpFields.map((field) => {
    const { task } = followUps[field]
    const name = t(followUpNames[field])
    return { task, label: counts ? t`${name}: oltre ${counts.months[field]} mesi (${counts.tasks[task]})` : name }
  })
  const isOverdueTask = (task: WorkListTask): boolean => overdue.some((one) => one.task === task)
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <PageTitle windowTitle={t`Mini e-CRF`} className={classes.title}>{t`Mini e-CRF`}</PageTitle>
        <span role="status" className={classes.count}>
          {count !== undefined && t`${plural(count, { one: '# paziente', other: '# pazienti' })}`}
        </span>
        <TextInput
          className={classes.search}
          aria-label={t`Cerca un paziente`}
          placeholder={t`Codice, cognome o nome`}
          title={t`Una parte del codice, del cognome o del nome. Invio apre il primo.`}
          value={search}
          maxLength={80}
          autoFocus
          autoComplete="off"
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setEntered(false)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') setEntered(true)
            else walk(event, -1)
          }}
        />
        <NativeSelect
          aria-label={t`Fenotipo`}
          value={phenotype ?? ''}
          data={[{ value: '', label: t`Tutti i fenotipi` }, ...[...phenotypes].map(([value, label]) => ({ value, label }))]}
          className={classes.phenotype}
          onChange={(event) => show({ phenotype: event.currentTarget.value || null })}
        />
        <NativeSelect
          aria-label={t`Valori da ripetere`}
          value={tasks.find(isOverdueTask) ?? ''}
          data={[{ value: '', label: t`Valori da ripetere` }, ...overdue.map(({ task, label }) => ({ value: task, label }))]}
          className={classes.overdue}
          onChange={(event) =>
            show({ tasks: workListTasks.filter((one) => (isOverdueTask(one) ? one === event.currentTarget.value : tasks.includes(one))) })
          }
        />
        {workListButtons.map((task) => {
          const isWanted = tasks.includes(task)
          return (
            <Button
              key={task}
              size="sm"
              variant={isWanted ? 'filled' : 'default'}
              aria-pressed={isWanted}
              onClick={() => setTask(task, !isWanted)}
            >
              {taskNames[task]} <span className={classes.taskCount}>{counts?.tasks[task]}</span>
            </Button>
          )
        })}
        <div className={classes.order}>
          <NativeSelect
            aria-label={t`Ordina per`}
            value={order.column}
            data={workListColumns.map((column) => ({ value: column, label: t(columnNames[column]) }))}
            onChange={(event) => {
              const column = workListColumns.find((one) => one === event.currentTarget.value)
              if (column) show({ order: { column, descending: false } })
            }}
          />
          <Button size="sm" variant="default" onClick={() => show({ order: { ...order, descending: !order.descending } })}>
            {order.descending ? t`decrescente` : t`crescente`}
          </Button>
        </div>
        <WorkListViews settings={settings} notSeenMonths={counts?.months.LAST_SEEN} onShow={show} />
        <Button size="sm" className={classes.new} onClick={onNew}>{t`Nuovo paziente`}</Button>
      </div>
      {registered && <Notice status="yes">{t`Paziente registrato`}</Notice>}
      {registered?.map((warning) => (
        <Notice key={warning} status="warning">
          {warning}
        </Notice>
      ))}
      {isPending && <LinesSkeleton lines={8} />}
      {data && patients.length === 0 && (
        <EmptyState title={t`Nessun paziente trovato`}>{t`Controlla il codice e i filtri, o registra un nuovo paziente.`}</EmptyState>
      )}
      {hasNextPage && <p className={classes.printed}>{t`Questa pagina contiene i primi ${patients.length} pazienti.`}</p>}
      {patients.length > 0 && (
        <div ref={list} className={classes.scroll} aria-busy={isPlaceholderData}>
          <WorkListTable
            patients={patients}
            order={order}
            phenotypes={phenotypes}
            today={today}
            onOrder={(next) => show({ order: next })}
            onWalk={walk}
          />
        </div>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={isFetching}
          onClick={() => void navigate({ to: '/ecrf', search: { ...address, pages: loaded + 1 }, replace: true, resetScroll: false })}
        >{t`Altri pazienti`}</Button>
      )}
    </div>
  )
}
