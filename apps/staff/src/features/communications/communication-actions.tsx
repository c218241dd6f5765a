import { useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Radio, TextInput } from '@mantine/core'
import type { Communication } from '@registry/api-contract/communications'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { buildItalianMoment, parseDay } from '@registry/domain/calendar'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { DateField } from '@registry/ui/fields/date-field.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { useStoreCommunication } from './use-store-communication.ts'
import classes from './communications.module.css'

type Props = { readonly onChosen: (at: string | null) => void; readonly onClose: () => void }
type Values = { readonly when: 'now' | 'later'; readonly day: string | null; readonly time: string; readonly checked: boolean }

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

/** Asks when to send a communication, and whether its text avoids health information (REQ-COM-03). Times are those of Italy. */
const ScheduleDialog = ({ onChosen, onClose }: Props) => {
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
    onChosen(when === 'now' || day === null ? null : buildItalianMoment(day, time.trim()).toISOString()),
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
            <TextInput
              {...form.getInputProps('time')}
              label={t`Ora italiana`}
              withAsterisk
              maxLength={5}
              inputMode="numeric"
              autoComplete="off"
            />
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

/** Sends a test, sends or schedules a draft, and cancels a communication (REQ-COM-02, REQ-COM-06). */
export const CommunicationActions = ({ communication }: { readonly communication: Communication }) => {
  const { t } = useLingui()
  const store = useStoreCommunication()
  const queryClient = useQueryClient()
  const { dialog, withReauthentication } = useReauthentication()
  const [failure, setFailure] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const [scheduling, setScheduling] = useState(false)
  const sendTest = useMutation(trpc.communications.sendTest.mutationOptions(ownFailures))
  const schedule = useMutation(trpc.communications.schedule.mutationOptions(ownFailures))
  const cancel = useMutation(trpc.communications.cancel.mutationOptions(ownFailures))
  const { id, version, state, operations } = communication
  const run = async (work: () => Promise<void>): Promise<void> => {
    setFailure(undefined)
    setSentTo(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(describeFailure(error))
    }
  }
  const testNow = (): Promise<void> =>
    run(async () => {
      const tested = await sendTest.mutateAsync({ id, version })
      setSentTo(tested.sentTo)
      await queryClient.invalidateQueries({ queryKey: trpc.communications.get.queryKey({ id }) })
    })
  const scheduleAt = (at: string | null): Promise<void> => {
    setScheduling(false)
    return run(async () => {
      const scheduled = await withReauthentication((again) => schedule.mutateAsync({ id, version, at, ...again }))
      if (scheduled) await store(scheduled)
    })
  }
  const cancelNow = async (): Promise<void> => {
    const isDraft = state === 'draft'
    const question = {
      title: isDraft ? t`Eliminare la bozza?` : t`Annullare l’invio?`,
      text: isDraft
        ? t`Resta nell’elenco come annullata e non si può più inviare.`
        : t`Chi non l’ha ancora ricevuta non la riceve più. I messaggi già partiti, e i pochi in consegna in questo momento, arrivano lo stesso.`,
      confirm: isDraft ? t`Elimina la bozza` : t`Annulla l’invio`,
      destructive: true,
    }
    if (await askConfirmation(question)) await run(async () => store(await cancel.mutateAsync({ id, version })))
  }
  if (operations.length === 0) return null
  return (
    <section aria-label={t`Operazioni`} className="no-print">
      <h2 className={layout.title}>{t`Operazioni`}</h2>
      {failure !== undefined && <Notice status="error">{failure}</Notice>}
      {sentTo !== undefined && <Notice status="yes">{t`Prova inviata a ${sentTo}`}</Notice>}
      <div className={layout.buttons}>
        {operations.includes('test') && (
          <Button variant="default" loading={sendTest.isPending} onClick={() => void testNow()}>{t`Invia una prova a me`}</Button>
        )}
        {operations.includes('schedule') && (
          <Button loading={schedule.isPending} onClick={() => setScheduling(true)}>{t`Invia o programma`}</Button>
        )}
        <Button variant="default" loading={cancel.isPending} onClick={() => void cancelNow()}>
          {state === 'draft' ? t`Elimina la bozza` : t`Annulla l’invio`}
        </Button>
      </div>
      {scheduling && <ScheduleDialog onChosen={(at) => void scheduleAt(at)} onClose={() => setScheduling(false)} />}
      {dialog}
    </section>
  )
}
