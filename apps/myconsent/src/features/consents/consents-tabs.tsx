import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { PageTabs } from '../../app/page-tabs.tsx'
import { findTab, tabs, type View } from './views.ts'

type Props = {
  readonly view: Exclude<View, 'ritiro'>
  readonly consentsOpen: boolean
  readonly onOpen: (view: View) => void
  readonly children: ReactNode
}

/** The three tabs. The consents stay disabled until all preliminary questions are answered Yes (REQ-CON-03). */
export const ConsentsTabs = ({ view, consentsOpen, onOpen, children }: Props) => {
  const { t } = useLingui()
  const labels = { informazioni: t`Informazioni`, domande: t`Domande preliminari`, consensi: t`Consensi` }
  return (
    <PageTabs
      tabs={tabs.map((name) => ({ name, label: labels[name], disabled: name === 'consensi' && !consentsOpen }))}
      open={findTab(view)}
      view={view}
      onOpen={onOpen}
    >
      {children}
    </PageTabs>
  )
}
