import { useLingui } from '@lingui/react/macro'
import type { Communication } from '@registry/api-contract/communications'
import { fillGreeting, normalisePlaceholders } from '@registry/domain/communications/texts'
import { languages } from '@registry/domain/language'
import layout from '../../layout/layout.module.css'
import { useCommunicationLabels } from './communication-labels.ts'
import classes from './communications.module.css'

/** The texts in both languages, with the greeting of an invented person (REQ-COM-02). */
export const CommunicationPreview = ({ communication: { type, texts } }: { readonly communication: Communication }) => {
  const { t } = useLingui()
  const { formatLanguage } = useCommunicationLabels()
  const greeting = { name: 'MARIA', surname: 'ROSSI', centre: t`Centro di esempio` }
  const ends = {
    NEWSLETTER: t`In fondo ogni e-mail dice perché arriva e porta il link per non riceverla più.`,
    PATIENT_MESSAGE: t`In fondo ogni e-mail dice perché arriva e porta alla pagina dei consensi.`,
    STAFF_MESSAGE: t`In fondo ogni e-mail dice perché arriva.`,
  } as const
  return (
    <section aria-label={t`Anteprima`}>
      <h2 className={layout.title}>{t`Anteprima`}</h2>
      <div className={classes.previews}>
        {languages.map((language) => {
          const { subject, body, sms } = texts[language]
          const fill = (text: string): string => fillGreeting(normalisePlaceholders(text, language), greeting)
          return (
            <article key={language} className={classes.preview} aria-label={formatLanguage(language)}>
              <h3 className={classes.language}>{formatLanguage(language)}</h3>
              <div lang={language}>
                <p className={classes.subject}>{subject}</p>
                <p className={classes.body}>{fill(body)}</p>
              </div>
              {sms !== null && (
                <>
                  <h4 className={classes.language}>{t`SMS`}</h4>
                  <p className={classes.body} lang={language}>
                    {fill(sms)}
                  </p>
                </>
              )}
            </article>
          )
        })}
      </div>
      <p className={layout.note}>{ends[type]}</p>
    </section>
  )
}
