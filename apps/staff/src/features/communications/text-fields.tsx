import { Textarea, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { communicationLimits, listGreetingFacts } from '@registry/domain/communications/content'
import { greetingPlaceholders } from '@registry/domain/communications/texts'
import { communicationKinds } from '@registry/domain/communications/types'
import type { Language } from '@registry/domain/language'
import layout from '../../layout/layout.module.css'
import { useCommunicationLabels } from './communication-labels.ts'
import classes from './communications.module.css'
import type { CommunicationForm } from './recipient-fields.tsx'

type Props = { readonly form: CommunicationForm; readonly language: Language }

/** Subject, text and SMS in one language. The hint names the placeholders that the text may contain (REQ-COM-03). */
export const TextFields = ({ form, language }: Props) => {
  const { t } = useLingui()
  const { formatLanguage } = useCommunicationLabels()
  const { type } = form.values
  const facts = listGreetingFacts(type)
  const placeholders = Object.entries(greetingPlaceholders[language])
    .filter(([, fact]) => facts.includes(fact))
    .map(([word]) => `{${word}}`)
    .join(' ')
  const withSms = communicationKinds[type].channels.some((channel) => channel === 'sms')
  return (
    <fieldset className={classes.texts}>
      <legend className={layout.title}>{formatLanguage(language)}</legend>
      <TextInput
        {...form.getInputProps(`texts.${language}.subject`)}
        label={t`Oggetto`}
        description={t`Uguale per tutti, senza nomi e senza notizie sulla salute.`}
        withAsterisk
        maxLength={communicationLimits.subject}
        lang={language}
        autoComplete="off"
      />
      <Textarea
        {...form.getInputProps(`texts.${language}.body`)}
        label={t`Testo dell’e-mail`}
        description={
          <Trans>
            Uguale per tutti. Puoi usare solo questi segnaposto: <code>{placeholders}</code>
          </Trans>
        }
        withAsterisk
        rows={8}
        maxLength={communicationLimits.body}
        lang={language}
      />
      {withSms && (
        <Textarea
          {...form.getInputProps(`texts.${language}.sms`)}
          label={t`Testo dell’SMS`}
          description={t`Per chi entra con il cellulare. Fino a 160 caratteri sono un SMS, poi uno in più ogni 153. Stessi segnaposto.`}
          withAsterisk
          rows={3}
          maxLength={communicationLimits.sms}
          lang={language}
        />
      )}
    </fieldset>
  )
}
