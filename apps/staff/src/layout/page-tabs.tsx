import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import layout from './layout.module.css'

type Tab<Name extends string> = { readonly name: Name; readonly label: string; readonly panel: ReactNode }

type Props<Name extends string> = {
  /** Names the list of tabs for screen readers. */
  readonly label: string
  readonly tabs: readonly Tab<Name>[]
  readonly open: Name
  readonly onOpen: (name: Name) => void
  /** True if closed panels keep what was typed or loaded in them. */
  readonly keepMounted?: boolean
}

export const PageTabs = <Name extends string>({ label, tabs, open, onOpen, keepMounted = false }: Props<Name>) => {
  const change = (value: string | null): void => {
    const chosen = tabs.find(({ name }) => name === value)
    if (chosen) onOpen(chosen.name)
  }
  return (
    <Tabs value={open} onChange={change} keepMounted={keepMounted}>
      <Tabs.List aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.name} value={tab.name}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, panel }) => (
        <Tabs.Panel key={name} value={name} className={layout.panel}>
          {(keepMounted || name === open) && panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
