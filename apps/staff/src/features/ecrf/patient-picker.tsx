import { Button, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ListedPatient } from '@registry/api-contract/ecrf'
import { RouteLink, useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import classes from './ecrf.module.css'
import { recordAddress } from './record-address.ts'

type Props = {
  /** The warnings of the registration that has just been made. */
  readonly registered: readonly string[] | undefined
  readonly onNew: () => void
}

/** Finds a patient of the centre by a part of the code or name. Enter opens the first one, the arrow keys walk the list. */
export const PatientPicker = ({ registered, onNew }: Props) => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const list = useRef<HTMLUListElement>(null)
  const { data, isPending, isPlaceholderData, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    ...trpc.ecrf.patients.infiniteQueryOptions({ search: wanted }, { getNextPageParam: ({ next }) => next ?? undefined }),
    placeholderData: keepPreviousData,
  })
  const patients = data?.pages.flatMap((page) => page.patients) ?? []
  const [first] = patients
  // Enter waits for the patients of the text in the field.
  const [entered, setEntered] = useState(false)
  const isCurrent = data !== undefined && !isPlaceholderData && wanted === search
  useEffect(() => {
    if (entered && isCurrent && first) navigate(recordAddress(first.record))
  }, [entered, isCurrent, first, navigate])
  const walk = (event: KeyboardEvent, index: number): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('a')[index + step]?.focus()
  }
  return (
    <>
      <PageHeading title={t`Mini e-CRF`} action={<Button onClick={onNew}>{t`Nuovo paziente`}</Button>} />
      <div className={layout.page}>
        {registered && <Notice status="yes">{t`Paziente registrato`}</Notice>}
        {registered?.map((warning) => (
          <Notice key={warning} status="waiting">
            {warning}
          </Notice>
        ))}
        <TextInput
          label={t`Cerca un paziente`}
          description={t`Una parte del codice, del cognome o del nome. Invio apre il primo.`}
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
        {isPending && <LinesSkeleton lines={8} />}
        {data && patients.length === 0 && (
          <EmptyState title={t`Nessun paziente trovato`}>{t`Controlla il codice, o registra un nuovo paziente.`}</EmptyState>
        )}
        <ul ref={list} className={classes.patients} aria-label={t`Pazienti`}>
          {patients.map((patient, index) => (
            <li key={patient.code}>
              <RouteLink href={recordAddress(patient.record)} className={classes.patient ?? ''} onKeyDown={(event) => walk(event, index)}>
                <PatientLine patient={patient} />
              </RouteLink>
            </li>
          ))}
        </ul>
        {hasNextPage && <Button variant="default" loading={isFetching} onClick={() => void fetchNextPage()}>{t`Altri pazienti`}</Button>}
      </div>
    </>
  )
}

const PatientLine = ({ patient: { code, surname, name, withdrawn, personal, medical } }: { readonly patient: ListedPatient }) => {
  const { t } = useLingui()
  const note = withdrawn ? t`consenso ritirato` : personal || medical ? undefined : t`senza consensi`
  return (
    <>
      <strong>{code}</strong> <span>{`${surname} ${name}`}</span> {note !== undefined && <span className={classes.note}>{note}</span>}
    </>
  )
}
