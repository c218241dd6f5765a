import { TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { Dialog } from '@registry/ui/dialogs/dialog.tsx'
import type { MenuGroup } from '@registry/ui/layout/menu-list.tsx'
import { RouteLink, useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { trpc } from '../shell.ts'
import { recordAddress } from '../record-address.ts'
import { filterAddress, filterAreas } from '../../features/saved-filters/filter-area.ts'
import { studyAddress, studyAreas } from '../../features/studies/study-areas.ts'
import classes from './quick-search.module.css'

type Hit = { readonly href: string; readonly name: string; readonly source: string }

const maxOfSource = 6
/** Fewer letters would list half of the centre. */
const minLetters = 2

const contains = (text: string, wanted: string): boolean => text.toLocaleLowerCase().includes(wanted.toLocaleLowerCase())

type Props = { readonly menu: readonly MenuGroup[]; readonly onClose: () => void }

/** Finds a page of the menu, a filter, a study or a patient of the centre by a few letters. The menu says what the person may open. */
export const QuickSearchDialog = ({ menu, onClose }: Props) => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  const list = useRef<HTMLUListElement>(null)
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const [entered, setEntered] = useState(false)
  const pages = menu.flatMap(({ items }) => items.flatMap(({ href, label }) => (href === undefined ? [] : [{ href, name: label }])))
  const isOpen = (href: string): boolean => pages.some((page) => page.href === href)
  const filterArea = Object.values(filterAreas).find((area) => isOpen(area.list))
  const studyArea = Object.values(studyAreas).find((area) => isOpen(area.list))
  const isEnough = wanted.length >= minLetters
  const filters = useQuery({ ...trpc.savedFilters.list.queryOptions(), enabled: filterArea !== undefined })
  const studies = useQuery(trpc.studies.list.queryOptions(studyArea ? { asRole: studyArea.asRole } : skipToken))
  const patients = useQuery(trpc.ecrf.patients.queryOptions(isEnough && isOpen('/ecrf') ? { search: wanted } : skipToken))
  const limit = (source: string, found: readonly Omit<Hit, 'source'>[]): readonly Hit[] =>
    found.slice(0, maxOfSource).map((hit) => ({ ...hit, source }))
  const hits: readonly Hit[] = isEnough
    ? [
        ...limit(
          t`Paziente`,
          (patients.data?.patients ?? []).map(({ record, code, surname, name }) => ({
            href: recordAddress(record),
            name: `${code} ${surname} ${name}`,
          })),
        ),
        ...limit(
          t`Pagina`,
          pages.filter(({ name }) => contains(name, wanted)),
        ),
        ...limit(
          t`Filtro`,
          (filters.data ?? []).flatMap(({ id, name }) =>
            filterArea && contains(name, wanted) ? [{ href: filterAddress(filterArea, id), name }] : [],
          ),
        ),
        ...limit(
          t`Studio`,
          (studies.data ?? []).flatMap(({ id, title }) =>
            studyArea && contains(`${id} ${title}`, wanted) ? [{ href: studyAddress(studyArea, id), name: title }] : [],
          ),
        ),
      ]
    : []
  const [first] = hits
  const isCurrent = wanted === text.trim() && ![patients, filters, studies].some(({ isFetching }) => isFetching)
  // Enter waits for the results of the text in the field.
  useEffect(() => {
    if (!entered || !isCurrent || !first) return
    onClose()
    navigate(first.href)
  }, [entered, isCurrent, first, navigate, onClose])
  const walk = (event: KeyboardEvent, index: number): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('a')[index + step]?.focus()
  }
  return (
    <Dialog title={t`Cerca`} side="end" onClose={onClose}>
      <TextInput
        label={t`Paziente, filtro, studio o pagina`}
        description={t`Almeno due lettere. Invio apre il primo, le frecce scorrono i risultati.`}
        value={text}
        maxLength={80}
        data-autofocus
        autoFocus
        autoComplete="off"
        onChange={(event) => {
          setText(event.currentTarget.value)
          setEntered(false)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') setEntered(true)
          else walk(event, -1)
        }}
      />
      <ul ref={list} className={classes.hits} aria-label={t`Risultati`}>
        {hits.map(({ href, name, source }, index) => (
          <li key={href}>
            <RouteLink href={href} className={classes.hit ?? ''} onClick={onClose} onKeyDown={(event) => walk(event, index)}>
              {name} <span className={classes.source}>{source}</span>
            </RouteLink>
          </li>
        ))}
      </ul>
      <p role="status" className={classes.source}>
        {isEnough && isCurrent && hits.length === 0 && t`Nessun risultato`}
      </p>
    </Dialog>
  )
}
