import type { ReactNode } from 'react'
import { LanguageButton } from './language-button.tsx'
import { BackArrow, PageLayout } from './page-layout.tsx'

type Props = {
  readonly title: string
  readonly back?: string | undefined
  /** Version and help. */
  readonly tools?: ReactNode
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** The layout of pages without a session; a dialog offers the languages (REQ-UI-08). */
export const PublicLayout = ({ title, back, tools, footer, children }: Props) => (
  <PageLayout
    title={title}
    home="/"
    width="panel"
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
  </PageLayout>
)
