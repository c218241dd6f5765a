import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { StaffHome } from '@registry/api-contract/home'
import { findTaskList, homeTasks, taskGroups, type HomeTask, type TaskGroup } from '@registry/domain/access/home-tasks'
import type { Role } from '@registry/domain/access/roles'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import type { ReactNode } from 'react'
import classes from './home.module.css'

const groupLabels = {
  waiting: msg`In attesa`,
  overdue: msg`In ritardo`,
  arrived: msg`Arrivati negli ultimi 7 giorni`,
} as const satisfies Record<TaskGroup, MessageDescriptor>

/** Labels of the numbers on the home page. */
const taskLabels = {
  'unanswered invitations': msg`Pazienti invitati che non hanno ancora risposto`,
  'incomplete consents': msg`Pazienti con consensi senza risposta`,
  'identity requests': msg`Richieste di iscrizione ricevute`,
  'centres without administrator': msg`Centri senza amministratore`,
  'open discrepancies': msg`Segnalazioni aperte nelle cartelle`,
  'queries to answer': msg`Richieste di chiarimento senza risposta`,
  'answered queries': msg`Richieste di chiarimento con una risposta da leggere`,
  'exports to delete': msg`Esportazioni da eliminare dopo un ritiro`,
  'expired invitations': msg`Inviti senza risposta da più di 7 giorni`,
  'imports with rejected rows': msg`Caricamenti con righe rifiutate, negli ultimi 7 giorni`,
  'stopped exports': msg`Esportazioni non complete, negli ultimi 7 giorni`,
  'overdue exports to delete': msg`Esportazioni da eliminare, con la scadenza passata`,
  'old identity requests': msg`Richieste di iscrizione di più di 7 giorni fa`,
  'new patients': msg`Pazienti registrati`,
  'new imports': msg`Caricamenti`,
  'new identity requests': msg`Richieste di iscrizione`,
} as const satisfies Record<HomeTask, MessageDescriptor>

type Tasks = StaffHome['tasks']

/** Waiting, overdue and new work. Groups that the person may not see are absent (REQ-UI-12). */
export const Work = ({ work: { tasks }, roles }: { readonly work: Pick<StaffHome, 'tasks'>; readonly roles: readonly Role[] }) => {
  const { t } = useLingui()
  const groups = taskGroups.map((group) => ({ group, shown: tasks.filter(({ task }) => homeTasks[task].group === group) }))
  return (
    <div className={classes.tasks}>
      {groups
        .filter(({ shown }) => shown.length > 0)
        .map(({ group, shown }) => (
          <section key={group} aria-label={t(groupLabels[group])}>
            <h2 className={classes.blockTitle}>{t(groupLabels[group])}</h2>
            {shown.map(({ task, count }) => (
              <TaskLine key={task} task={task} count={count} roles={roles} />
            ))}
          </section>
        ))}
    </div>
  )
}

const TaskLine = ({ task, count, roles }: Tasks[number] & { readonly roles: readonly Role[] }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return (
    <div className={classes.task} data-zero={count === 0} data-hidden={count === null}>
      <span className={classes.taskCount}>{count === null ? t`non mostrato` : showNumber(count, language)}</span>
      <ListLink list={findTaskList(task, roles)}>{t(taskLabels[task])}</ListLink>
    </div>
  )
}

/** The link to the list of a number, if the person may open the list. */
const ListLink = ({ list, children }: { readonly list: string | undefined; readonly children: ReactNode }) => {
  if (list === undefined) return <span>{children}</span>
  return list.startsWith('#') ? <Anchor href={list}>{children}</Anchor> : <RouteLink href={list}>{children}</RouteLink>
}
