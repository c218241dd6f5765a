import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { BackArrow, PageLayout } from './page-layout.tsx'
import { lazyDialog } from '../dialogs/lazy-dialog.tsx'
import { languages } from '@registry/domain/language'
import { IconLanguage } from '@tabler/icons-react'
import { languageNames } from '../language/flags.tsx'
import { useLanguage } from '../language/language.tsx'
import classes from './layout.module.css'

const LanguageDialog = lazyDialog(async () => (await import('../language/language-dialog.tsx')).LanguageDialog)

/** Names the other language in its own words, for a person who does not read the current one, and opens the language dialog. */
const LanguageButton = () => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const current = languageNames[language]
  const others = languages
    .filter((other) => other !== language)
    .map((other) => languageNames[other])
    .join(', ')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes.languageButton}
        aria-label={`${t`Lingua: ${current}`} · ${others}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconLanguage size={24} aria-hidden="true" />
        <span lang={languages.find((other) => other !== language)}>{others}</span>
      </button>
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
