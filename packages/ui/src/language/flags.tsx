import { useLingui } from '@lingui/react/macro'
import type { Language } from '@registry/domain/language'
import { languages } from '@registry/domain/language'
import type { ReactNode } from 'react'
import classes from './flags.module.css'
import { useLanguage } from './language.tsx'

/** The name of each language, in that language. */
export const languageNames = { it: 'Italiano', en: 'English' } as const satisfies Record<Language, string>

const pictures = {
  it: (
    <>
      <path fill="#009246" d="M0 0h20v30H0z" />
      <path fill="#fff" d="M20 0h20v30H20z" />
      <path fill="#ce2b37" d="M40 0h20v30H40z" />
    </>
  ),
  en: (
    <>
      <path fill="#012169" d="M0 0h60v30H0z" />
      <path stroke="#fff" strokeWidth="6" d="m0 0 60 30m0-30L0 30" />
      <path stroke="#c8102e" strokeWidth="3" d="m0 0 60 30m0-30L0 30" />
      <path stroke="#fff" strokeWidth="10" d="M30 0v30M0 15h60" />
      <path stroke="#c8102e" strokeWidth="6" d="M30 0v30M0 15h60" />
    </>
  ),
} as const satisfies Record<Language, ReactNode>

export const Flag = ({ language }: { readonly language: Language }) => (
  <svg viewBox="0 0 60 30" width="32" height="20" preserveAspectRatio="none" aria-hidden="true">
    {pictures[language]}
  </svg>
)

type Props = {
  /** `small` shows the flags only, for a header. */
  readonly size: 'small' | 'large'
  readonly onChosen?: () => void
}

/** One button per language. The pressed one is the current language. */
export const LanguageFlags = ({ size, onChosen }: Props) => {
  const { t } = useLingui()
  const { language, choose } = useLanguage()
  return (
    <div className={classes.flags} data-size={size} role="group" aria-label={t`Lingua`}>
      {languages.map((option) => (
        <button
          key={option}
          type="button"
          lang={option}
          className={classes.flag}
          aria-label={languageNames[option]}
          aria-pressed={option === language}
          onClick={() => void choose(option).then(onChosen)}
        >
          <Flag language={option} />
          {size === 'large' && <span>{languageNames[option]}</span>}
        </button>
      ))}
    </div>
  )
}
