import { useLingui } from '@lingui/react/macro'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './frame.module.css'
import { LanguageButton } from './language-button.tsx'
import { RouteLink } from './navigation.tsx'

/** How wide the page's column is: one column of 640 px for patients and sign-ins, the window for staff. */
export type Width = 'narrow' | 'wide'

type FrameProps = {
  readonly title: string
  /** Where the product's title leads. */
  readonly home: string
  readonly width: Width
  /** Before the title: the back arrow, or the button of the menu. */
  readonly start?: ReactNode
  /** After the title: languages, version, help, the person. */
  readonly end?: ReactNode
  /** The menu beside the page. */
  readonly side?: ReactNode
  /** Below every page: who answers for the data. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** The frame of every page: a header of 56 px and the page below it. */
export const Frame = ({ title, home, width, start, end, side, footer, children }: FrameProps) => {
  const { t } = useLingui()
  return (
    <div className={classes.frame} data-width={width}>
      <a href="#content" className={classes.skip}>
        {t`Vai al contenuto`}
      </a>
      <header className={classes.header}>
        {start}
        <div className={classes.title}>
          <RouteLink href={home}>{title}</RouteLink>
        </div>
        {end}
      </header>
      <div className={classes.body}>
        {side}
        <main id="content" tabIndex={-1} className={classes.main}>
          {children}
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

type PublicFrameProps = {
  readonly title: string
  readonly back?: string | undefined
  /** Version and help. */
  readonly tools?: ReactNode
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** The frame of pages without a session: the language is picked in a dialog (spec 1, section 2, shell). */
export const PublicFrame = ({ title, back, tools, footer, children }: PublicFrameProps) => (
  <Frame
    title={title}
    home="/"
    width="narrow"
    start={back !== undefined && <BackArrow href={back} />}
    footer={footer}
    end={
      <>
        <LanguageButton />
        {tools}
      </>
    }
  >
    {children}
  </Frame>
)
