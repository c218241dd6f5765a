import { useLingui } from '@lingui/react/macro'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import classes from './layout.module.css'
import { RouteLink } from './navigation.tsx'
import { ProductName } from './page.tsx'

/**
 * The product's mark: the four chains of haemoglobin, two of each kind, in the colour of the text around it (REQ-UI-15).
 * The icons in packages/ui/public show the same shapes on the yellow tile.
 */
const Mark = ({ size = 28 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="5 5 22 22" aria-hidden="true">
    <g fill="currentColor">
      <circle cx="11" cy="11" r="4.6" />
      <circle cx="21" cy="21" r="4.6" />
    </g>
    <g fill="none" stroke="currentColor" strokeWidth="2.4">
      <circle cx="21" cy="11" r="3.4" />
      <circle cx="11" cy="21" r="3.4" />
    </g>
  </svg>
)

/** The width of the page: one column of 640 px for patients, the window for staff, a panel for pages without a session. */
export type Width = 'narrow' | 'wide' | 'panel'

type Props = {
  readonly title: string
  /** The target of the product title. */
  readonly home: string
  readonly width: Width
  /** Before the title: the back arrow or the menu button. */
  readonly start?: ReactNode
  /** After the title: languages, version, help, user menu. */
  readonly end?: ReactNode
  /** The menu next to the page. */
  readonly side?: ReactNode
  /** Below every page: the data controller and the contacts. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** The layout of every page: a header of 56 px and the page below it. */
export const PageLayout = ({ title, home, width, start, end, side, footer, children }: Props) => {
  const { t } = useLingui()
  useEffect(() => document.querySelector('#root + .frame')?.remove(), [])
  return (
    <div className={classes.layout} data-width={width}>
      <a href="#content" className={classes.skip}>
        {t`Vai al contenuto`}
      </a>
      <header className={classes.header}>
        {start}
        <div className={classes.title}>
          <RouteLink href={home} className={classes.wordmark ?? ''}>
            <Mark />
            <span>{title}</span>
          </RouteLink>
        </div>
        {end}
      </header>
      <div className={classes.body}>
        {side}
        <main id="content" tabIndex={-1} className={classes.main}>
          <ProductName value={title}>{children}</ProductName>
        </main>
      </div>
      {footer}
    </div>
  )
}

export const BackArrow = ({ href }: { readonly href: string }) => {
  const { t } = useLingui()
  return (
    <RouteLink href={href} className={classes.iconButton ?? ''} aria-label={t`Indietro`} title={t`Indietro`}>
      <IconArrowLeft size={24} aria-hidden="true" />
    </RouteLink>
  )
}
