import { Button, Stack } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Children } from '@registry/api-contract/guardian'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import classes from '../../app/content.module.css'
import { OwnContact } from './own-contact.tsx'
import { ChildStop } from './child-stop.tsx'

type ChildProps = {
  readonly child: Children[number]
  readonly isShown: boolean
  readonly onChoose: () => void
  readonly isPending: boolean
}

/** One patient: the button to act for, and what can be stopped; or those to accept or decline what a centre entered. */
const Child = ({ child, isShown, onChoose, isPending }: ChildProps) => {
  const { patient, name, centre, accepted } = child
  const { t } = useLingui()
  const client = useQueryClient()
  const accept = useMutation(trpc.guardian.accept.mutationOptions(ownFailures))
  const decline = useMutation(trpc.guardian.decline.mutationOptions(ownFailures))
  const shown = formatPersonName(name)
  const readAgain = { onSuccess: () => client.invalidateQueries({ queryKey: trpc.guardian.children.queryKey() }) }
  const ask = async (): Promise<void> => {
    const question = { title: t`Non sei tu`, text: t`Il centro saprà che questo recapito non è del tutore.`, confirm: t`Non sono io` }
    if (await askConfirmation(question)) decline.mutate({ patient }, readAgain)
  }
  const failure = accept.error ?? decline.error
  if (accepted)
    return (
      <Stack gap="sm" align="flex-start" mb="lg">
        <Button size="lg" variant={isShown ? 'default' : 'filled'} disabled={isShown} loading={isPending} onClick={onChoose}>
          {isShown ? t`Stai rispondendo per ${shown}` : t`Rispondi per ${shown}`}
        </Button>
        <ChildStop child={child} />
      </Stack>
    )
  return (
    <Notice status="waiting" title={t`${centre} ti ha indicato come tutore di ${shown}`}>
      {failure && <Notice status="error">{describeFailure(failure)}</Notice>}
      <Button loading={accept.isPending} onClick={() => accept.mutate({ patient }, readAgain)}>{t`Accetta`}</Button>{' '}
      <Button variant="default" loading={decline.isPending} onClick={() => void ask()}>{t`Non sono io`}</Button>
    </Notice>
  )
}

/** The patients of a guardian, and the guardian as a patient (REQ-GRD-02). Another page is loaded for another person. */
export const ChildrenPage = ({ user }: { readonly user: CurrentUser }) => {
  const { t } = useLingui()
  const { data: children } = useSuspenseQuery(trpc.guardian.children.queryOptions(undefined, { staleTime: 0 }))
  const actFor = useMutation(trpc.guardian.actFor.mutationOptions(ownFailures))
  const choose = (patient: string | null): void => actFor.mutate({ patient }, { onSuccess: () => window.location.assign('/myconsent') })
  const isOwn = user.actingFor === null && user.patient !== undefined
  return (
    <>
      <PageHeading title={t`Per chi rispondi?`} lead={t`Ogni pagina riguarda una persona sola, e il suo nome resta in alto.`} />
      <div className={classes.content}>
        {actFor.error && <Notice status="error">{describeFailure(actFor.error)}</Notice>}
        {children.length === 0 && !isOwn && (
          <Notice status="info">
            {t`Non c’è più nessuno per cui puoi rispondere. Succede quando il figlio compie 18 anni o quando il centro chiude l’incarico: chiedi al centro.`}
          </Notice>
        )}
        <ul className={classes.plainList}>
          {user.ownPatient && (
            <li>
              <Button size="lg" variant="default" disabled={isOwn} onClick={() => choose(null)}>{t`Io`}</Button>
            </li>
          )}
          {children.map((child) => (
            <li key={child.patient}>
              <Child
                child={child}
                isShown={child.patient === user.actingFor}
                isPending={actFor.isPending && actFor.variables.patient === child.patient}
                onChoose={() => choose(child.patient)}
              />
            </li>
          ))}
        </ul>
        {!user.ownPatient && <OwnContact contact={user.username} />}
      </div>
    </>
  )
}
