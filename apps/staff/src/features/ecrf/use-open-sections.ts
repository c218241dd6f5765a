import { formSections } from '@registry/domain/ecrf/form'
import type { SectionName } from '@registry/domain/fields/dictionary'
import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { sectionId } from './record-section.tsx'

/** The open sections of the form of a record. */
export const useOpenSections = () => {
  const [opened, setOpened] = useState<ReadonlySet<SectionName>>(new Set(['Personal Data']))
  const toggle = useCallback((section: SectionName, isOpen: boolean): void => {
    setOpened((before) =>
      before.has(section) === isOpen
        ? before
        : new Set(formSections.map((one) => one.section).filter((one) => (one === section ? isOpen : before.has(one)))),
    )
  }, [])
  const focus = useCallback(
    (section: SectionName): void => {
      // The section is open before its heading gets the focus, so that the browser scrolls to the right place.
      flushSync(() => toggle(section, true))
      document.getElementById(sectionId(section))?.focus()
    },
    [toggle],
  )
  return { opened, toggle, focus }
}
