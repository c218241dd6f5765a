import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Communication } from '@registry/api-contract/communications'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { useStoreCommunication } from './use-store-communication.ts'

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
