import { Button, Checkbox, Radio, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { parseDay } from '@registry/domain/calendar'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { DateField } from '@registry/ui/fields/date-field.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import layout from '../../layout/layout.module.css'
import classes from './communications.module.css'

type Props = { readonly onChosen: (at: string | null) => void; readonly onClose: () => void }
type Values = { readonly when: 'now' | 'later'; readonly day: string | null; readonly time: string; readonly checked: boolean }

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

/** Asks when to send a communication, and whether its text avoids health information (REQ-COM-03). Times are those of the reader's clock. */
export const ScheduleDialog = ({ onChosen, onClose }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const form = useForm<Values>({
    initialValues: { when: 'now', day: null, time: '09:00', checked: false },
    validate: ({ when, day, time, checked }) => ({
      ...(when === 'later' && day === null && { day: formatError('field_required') }),
      ...(when === 'later' && day !== null && parseDay(day) === undefined && { day: formatError('value_date_invalid') }),
      ...(when === 'later' && !timePattern.test(time.trim()) && { time: t`Scrivi l’ora come 09:30` }),
      ...(!checked && { checked: t`Conferma prima di inviare` }),
    }),
  })
  const submit = form.onSubmit(({ when, day, time }) =>
    onChosen(when === 'now' || day === null ? null : new Date(`${day}T${time.trim()}:00`).toISOString()),
  )
  const later = form.values.when === 'later'
  return (
    <Dialog title={t`Invia o programma`} onClose={onClose}>
      <Form onSubmit={submit}>
        <Radio.Group
          label={t`Quando parte?`}
          value={form.values.when}
          onChange={(when) => form.setFieldValue('when', when === 'later' ? 'later' : 'now')}
        >
          <div className={classes.choices}>
            <Radio value="now" label={t`Subito`} />
            <Radio value="later" label={t`In un giorno e a un’ora`} />
          </div>
        </Radio.Group>
        {later && (
          <>
            <DateField
              {...form.field('day')}
              label={t`Giorno`}
              withAsterisk
              value={form.values.day}
              onChange={(day) => form.setFieldValue('day', day)}
            />
            <TextInput {...form.getInputProps('time')} label={t`Ora`} withAsterisk maxLength={5} inputMode="numeric" autoComplete="off" />
          </>
        )}
        <Checkbox
          {...form.field('checked')}
          label={t`Ho riletto i testi nelle due lingue: non dicono nulla sulla salute di chi li riceve`}
          checked={form.values.checked}
          onChange={(event) => form.setFieldValue('checked', event.currentTarget.checked)}
        />
        <p className={layout.note}>{t`Dopo questo passo i testi e i destinatari non si modificano più. L’invio si può annullare.`}</p>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>{t`Torna indietro`}</Button>
          <Button type="submit">{later ? t`Programma` : t`Invia`}</Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
