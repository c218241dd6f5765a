import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { showDate } from '@registry/ui/language/format.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import classes from '../../app/content.module.css'

/** The patient's subscription to receive newsletters. One button for each change, in both directions (REQ-COM-07). */
export const NewsletterPage = () => {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(trpc.newsletter.read.queryOptions())
  const save = useMutation(trpc.newsletter.save.mutationOptions(ownFailures))
  const { wants, changedAt, byMail } = data
  const change = (): void =>
    save.mutate({ wants: !wants }, { onSuccess: (subscription) => queryClient.setQueryData(trpc.newsletter.read.queryKey(), subscription) })
  return (
    <>
      <PageHeading title={t`Newsletter`} lead={t`Notizie del registro per e-mail. Le ricevi solo se le chiedi.`} />
      <div className={classes.content}>
        {save.error && <Notice status="error">{describeFailure(save.error)}</Notice>}
        <Notice status={wants ? 'yes' : 'no'} title={wants ? t`Hai chiesto la newsletter` : t`Non ricevi la newsletter`}>
          {changedAt === null ? t`Non l’hai mai chiesta.` : t`La tua scelta è del ${showDate(changedAt)}.`}
        </Notice>
        {!byMail && (
          <p className={classes.note}>
            {t`Entri con il numero di cellulare, e la newsletter arriva solo per e-mail. Se passi all’accesso per e-mail nei tuoi dati, vale la scelta fatta qui.`}
          </p>
        )}
        <Button size="lg" variant={wants ? 'default' : 'filled'} loading={save.isPending} onClick={change}>
          {wants ? t`Non voglio più la newsletter` : t`Voglio la newsletter`}
        </Button>
        <ul className={classes.list}>
          <li>{t`La newsletter è uguale per tutti: non contiene i tuoi dati clinici.`}</li>
          <li>{t`Puoi cambiare idea quando vuoi, qui o con il link in fondo a ogni newsletter, senza entrare.`}</li>
          <li>{t`I tuoi consensi e le tue cure non cambiano.`}</li>
        </ul>
      </div>
    </>
  )
}
