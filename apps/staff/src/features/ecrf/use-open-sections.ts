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

const open = (opened: ReadonlySet<SectionName>, section: SectionName | undefined): ReadonlySet<SectionName> =>
  section === undefined || opened.has(section) ? opened : new Set(all.filter((one) => one === section || opened.has(one)))

/** The open sections of the form of a record. The place in the address opens its section and gets the focus. */
export const useOpenSections = (place: string) => {
  const [opened, setOpened] = useState<ReadonlySet<SectionName>>(() => open(new Set(['Personal Data']), findPlace(place)))
  const [revealed, setRevealed] = useState<string | undefined>(place)
  const [shownPlace, setShownPlace] = useState(place)
  if (shownPlace !== place) {
    setShownPlace(place)
    setOpened(open(opened, findPlace(place)))
    setRevealed(place)
  }
  const toggle = useCallback((section: SectionName, isOpen: boolean): void => {
    setOpened((before) => (isOpen ? open(before, section) : new Set([...before].filter((one) => one !== section))))
  }, [])
  const focus = useCallback(
    (wanted: string): void => {
      const section = findPlace(wanted)
      if (section === undefined) return
      // The section is open before its field gets the focus, so that the browser scrolls to the right place.
      flushSync(() => {
        toggle(section, true)
        setRevealed(wanted)
      })
      document.getElementById(wanted)?.focus()
    },
    [toggle],
  )
  useEffect(() => {
    if (findPlace(place) === undefined) return
    const element = document.getElementById(place)
    // A section starts below the banner. A field is in the middle, with what is around it.
    element?.scrollIntoView({ block: element.tagName === 'SUMMARY' ? 'start' : 'center' })
    element?.focus({ preventScroll: true })
  }, [place])
  const toggleAll = (): void => setOpened(new Set(opened.size === all.length ? [] : all))
  return { opened, areAllOpen: opened.size === all.length, toggle, toggleAll, revealed, focus }
}
