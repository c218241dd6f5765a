import { Button, Title } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { toRequestError } from '../request-error.ts'
import classes from './page.module.css'

type HeadingProps = { readonly title: string; readonly lead?: ReactNode; readonly action?: ReactNode }

/** The page's one heading, also the window's title; its main action stands at the top right. */
export const PageHeading = ({ title, lead, action }: HeadingProps) => {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={classes.heading}>
      <div>
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      </div>
      {action !== undefined && <div className={`${classes.action} no-print`}>{action}</div>}
    </div>
  )
}

/** Text and forms are read best in one column of 640 px, also where the window is wide. */
export const Column = ({ children }: { readonly children: ReactNode }) => <div className={classes.column}>{children}</div>

/** After going to another page, tells a screen reader where it is and begins the tab order at the page. */
export const focusPage = (): void => {
  if (document.activeElement === null || document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus()
}

/** What stands in a page's place when it could not be loaded. */
export const PageFailure = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const { t } = useLingui()
  return (
    <div role="alert">
      <PageHeading title={t`La pagina non si è aperta`} lead={toRequestError(error).message} />
      <Button onClick={onRetry}>
        <Trans>Riprova</Trans>
      </Button>
    </div>
  )
}

/** What a permitted person reads where an area's screens do not exist yet. */
export const NotOpenYet = () => {
  const { t } = useLingui()
  return <PageHeading title={t`Area non ancora disponibile`} lead={t`Quest’area del registro non è ancora aperta.`} />
}
