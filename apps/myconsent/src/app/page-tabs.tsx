import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './page-tabs.module.css'

type Tab<Name extends string> = { readonly name: Name; readonly label: string; readonly disabled?: boolean }

type Props<Name extends string> = {
  readonly tabs: readonly Tab<Name>[]
  readonly open: Name
  /** Content of the open tab, if it has several views. */
  readonly view?: string
  readonly onOpen: (name: Name) => void
  readonly children: ReactNode
}

/** The tabs of a page, with the contents of the open one. */
export const PageTabs = <Name extends string>({ tabs, open, view = open, onOpen, children }: Props<Name>) => {
  const panel = usePanelFocus(view)
  const change = (value: string | null): void => {
    const chosen = tabs.find(({ name }) => name === value)
    if (chosen) onOpen(chosen.name)
  }
  return (
    <Tabs value={open} onChange={change} keepMounted={false} classNames={{ tab: classes.tab ?? '' }}>
      <Tabs.List grow className={`${classes.tabs} no-print`}>
        {tabs.map(({ name, label, disabled = false }) => (
          <Tabs.Tab key={name} value={name} disabled={disabled}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name }) => (
        <Tabs.Panel key={name} value={name} ref={name === open ? panel : undefined} tabIndex={-1} className={classes.panel ?? ''}>
          {name === open && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Focuses the panel of a new view, since the focused button has disappeared with the previous view. */
const usePanelFocus = (view: string) => {
  const panel = useRef<HTMLDivElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    if (document.activeElement === null || document.activeElement === document.body) panel.current?.focus()
  }, [view])
  return panel
}
