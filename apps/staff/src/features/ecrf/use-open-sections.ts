import { formSections } from '@registry/domain/ecrf/form'
import type { SectionName } from '@registry/domain/fields/dictionary'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { sectionId } from './record-section.tsx'

const all: readonly SectionName[] = formSections.map(({ section }) => section)

/** The section of a place in the address: the id of a section, or of a field. */
const findPlace = (place: string): SectionName | undefined =>
  formSections.find(({ section, fields }) => sectionId(section) === place || fields.some(({ name }) => fieldId(name) === place))?.section

/** The open sections of the form of a record. The place in the address opens its section and gets the focus. */
export const useOpenSections = (place: string) => {
  const [opened, setOpened] = useState<ReadonlySet<SectionName>>(new Set(['Personal Data']))
  const toggle = useCallback((section: SectionName, isOpen: boolean): void => {
    setOpened((before) =>
      before.has(section) === isOpen ? before : new Set(all.filter((one) => (one === section ? isOpen : before.has(one)))),
    )
  }, [])
  const [revealed, setRevealed] = useState<string>()
  const focus = useCallback(
    (wanted: string): void => {
      const section = findPlace(wanted)
      if (section === undefined) return
      // The section is open before its heading or field gets the focus, so that the browser scrolls to the right place.
      flushSync(() => {
        toggle(section, true)
        setRevealed(wanted)
      })
      document.getElementById(wanted)?.focus()
    },
    [toggle],
  )
  useEffect(() => {
    // After this render, because React cannot open a section during it.
    const timer = setTimeout(() => focus(place))
    return () => clearTimeout(timer)
  }, [place, focus])
  const toggleAll = (): void => setOpened(new Set(opened.size === all.length ? [] : all))
  return { opened, areAllOpen: opened.size === all.length, toggle, toggleAll, revealed, focus }
}
