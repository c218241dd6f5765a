import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { lazyDialog } from '../dialogs/lazy-dialog.tsx'
import { Flag, languageNames } from '../language/flags.tsx'
import { useLanguage } from '../language/language.tsx'
import { IconButton } from './icon-button.tsx'

const LanguageDialog = lazyDialog(async () => (await import('../language/language-dialog.tsx')).LanguageDialog)

/** Shows the current language and opens the language dialog. */
export const LanguageButton = () => {
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
