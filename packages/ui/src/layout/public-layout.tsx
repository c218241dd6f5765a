import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { BackArrow, PageLayout } from './page-layout.tsx'
import { lazyDialog } from '../dialogs/lazy-dialog.tsx'
import { Flag, languageNames } from '../language/flags.tsx'
import { useLanguage } from '../language/language.tsx'
import { IconButton } from './icon-button.tsx'

const LanguageDialog = lazyDialog(async () => (await import('../language/language-dialog.tsx')).LanguageDialog)

/** Shows the current language and opens the language dialog. */
const LanguageButton = () => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const current = languageNames[language]
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t`Lingua: ${current}`} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Flag language={language} />
      </IconButton>
      {open && <LanguageDialog onClose={() => setOpen(false)} />}
    </>
  )
}

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
