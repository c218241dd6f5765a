import '@mantine/core/styles/Tabs.css'
import { Tabs } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from '../../questions/questions.module.css'
import { readConsentsSearch, findTab, tabs, type View } from './views.ts'

type Props = {
  readonly view: Exclude<View, 'ritiro'>
  readonly consentsOpen: boolean
  readonly onOpen: (view: View) => void
  readonly children: ReactNode
}

/** The three tabs. The consents stay disabled until all preliminary questions are answered Yes (REQ-CON-03). */
export const ConsentsTabs = ({ view, consentsOpen, onOpen, children }: Props) => {
  const { t } = useLingui()
  const names = { informazioni: t`Informazioni`, domande: t`Domande preliminari`, consensi: t`Consensi` }
  const openTab = findTab(view)
  const panel = usePanelFocus(view)
  const change = (tab: string | null): void => {
    const { vista } = readConsentsSearch({ vista: tab })
    if (vista) onOpen(vista)
  }
  return (
    <Tabs value={openTab} onChange={change} keepMounted={false} classNames={{ tab: classes.tab ?? '' }}>
      <Tabs.List grow className={`${classes.tabs} no-print`}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab} disabled={tab === 'consensi' && !consentsOpen}>
            {names[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab} value={tab} ref={tab === openTab ? panel : undefined} tabIndex={-1} className={classes.panel ?? ''}>
          {tab === openTab && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Focuses the panel of a new view, since the focused button has disappeared with the former view. */
const usePanelFocus = (view: View) => {
  const panel = useRef<HTMLDivElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    if (document.activeElement === null || document.activeElement === document.body) panel.current?.focus()
  }, [view])
  return panel
}
