import { Button, Title } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { useConnectionProblemInPage } from '../connection/connection-problem.ts'
import { describeFailure, toRequestError } from '../request-error.ts'
import { useNavigateTo } from './navigation.tsx'
import classes from './page.module.css'

type HeadingProps = {
  readonly title: string
  readonly windowTitle?: string
  /** The language of the title, if it is not that of the page. */
  readonly language?: string | undefined
  readonly lead?: ReactNode
  readonly action?: ReactNode
}

/** The name of the product, for the titles of windows. The layout supplies it. */
export const ProductName = createContext<string | undefined>(undefined)

type TitleProps = {
  readonly children: ReactNode
  readonly windowTitle: string
  readonly language?: string | undefined
  readonly className?: string | undefined
}

/**
 * The only level 1 heading of a page, also the window's title with the name of the product. A heading with the name of a person needs
 * another window title, because the browser keeps it in its history.
 */
export const PageTitle = ({ children, windowTitle, language, className = '' }: TitleProps) => {
  const product = use(ProductName)
  useEffect(() => {
    document.title = product === undefined || windowTitle.includes(product) ? windowTitle : `${windowTitle} · ${product}`
  }, [windowTitle, product])
  return (
    <Title order={1} tabIndex={-1} lang={language} className={className}>
      {children}
    </Title>
  )
}

/** The title of a page with its lead. The main action is at the top right. */
export const PageHeading = ({ title, windowTitle, language, lead, action }: HeadingProps) => {
  return (
    <div className={classes.heading}>
      <div>
        <PageTitle windowTitle={windowTitle ?? title} language={language}>
          {title}
        </PageTitle>
        {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      </div>
      {action !== undefined && <div className={`${classes.action} no-print`}>{action}</div>}
    </div>
  )
}

/** One column of 640 px for text and forms in a wide window. */
export const Column = ({ children }: { readonly children: ReactNode }) => <div className={classes.column}>{children}</div>

/** Focuses the heading after a navigation, so that screen readers read it and Tab starts there. */
export const focusPage = (): void => {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body || activeElement.id === 'content')
    document.querySelector<HTMLElement>('main h1')?.focus()
}

type FailureProps = {
  readonly error: unknown
  /** True if a file of the app is missing. */
  readonly isIncomplete?: boolean
  /** Target of the back arrow of the page. */
  readonly back?: string | undefined
  readonly onRetry: () => void
}

/**
 * Replaces a page that did not load. It is the only message about the failure. From a record that does not
 * exist the button leads back: another try would not find it either.
 */
export const PageFailure = ({ error, isIncomplete = false, back, onRetry }: FailureProps) => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  const leadsBack = back !== undefined && !isIncomplete && toRequestError(error).code?.endsWith('_not_found') === true
  useConnectionProblemInPage(true)
  return (
    <div role="alert">
      <PageHeading
        title={t`La pagina non si è aperta`}
        lead={
          isIncomplete ? t`Una parte della pagina non è arrivata. La ricarichiamo appena il registro risponde.` : describeFailure(error)
        }
      />
      {leadsBack ? (
        <Button onClick={() => navigate(back)}>{t`Torna indietro`}</Button>
      ) : (
        <Button onClick={onRetry}>
          <Trans>Riprova</Trans>
        </Button>
      )}
    </div>
  )
}

/** Replaces the screens of an area that is not built yet (REQ-UI-07). */
export const NotOpenYet = () => {
  const { t } = useLingui()
  return <PageHeading title={t`Area non ancora disponibile`} lead={t`Quest’area del registro non è ancora aperta.`} />
}
