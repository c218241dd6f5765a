import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import classes from './charts.module.css'

/** The table of a chart, closed until the reader opens it (REQ-UI-12). */
export const TableAlternative = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useLingui()
  return (
    <details className={classes.alternative}>
      <summary>{t`Mostra come tabella`}</summary>
      {children}
    </details>
  )
}
