import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { StaffHome } from '@registry/api-contract/home'
import { findTaskList, homeTasks, sortOldestFirst, taskGroups, type HomeTask, type TaskGroup } from '@registry/domain/access/home-tasks'
import type { Role } from '@registry/domain/access/roles'
import { showDate, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import type { ReactNode } from 'react'
import { recordAddress } from '../../app/record-address.ts'
import classes from './home.module.css'

const groupLabels = {
  waiting: msg`In attesa`,
  overdue: msg`Scaduti`,
  arrived: msg`Novità degli ultimi 7 giorni`,
} as const satisfies Record<TaskGroup, MessageDescriptor>

/** Labels of the numbers on the home page. */
const taskLabels = {
  'unanswered invitations': msg`Pazienti invitati che non hanno ancora risposto`,
  'incomplete consents': msg`Pazienti con consensi senza risposta`,
  'identity requests': msg`Richieste di iscrizione ricevute`,
  'centres without administrator': msg`Centri senza amministratore`,
  'open discrepancies': msg`Segnalazioni aperte nelle cartelle`,
  'corrections to answer': msg`Richieste di correzione dei pazienti`,
  'queries to answer': msg`Richieste di chiarimento senza risposta`,
  'answered field queries': msg`Risposte dei responsabili dei dati da leggere`,
  'field queries to answer': msg`Domande dei centri sui campi, senza risposta`,
  'answered queries': msg`Richieste di chiarimento con una risposta da leggere`,
  'coming of age': msg`Pazienti che compiono 18 anni entro 3 mesi`,
  unreachable: msg`Pazienti senza recapito e senza tutore`,
  'requests to erase': msg`Richieste dei tutori di cancellare i dati`,
  'exports to delete': msg`Esportazioni da eliminare dopo un ritiro`,
  'expired invitations': msg`Inviti senza risposta da più di 7 giorni`,
  'imports with rejected rows': msg`Caricamenti con righe rifiutate, negli ultimi 7 giorni`,
  'overdue corrections': msg`Richieste di correzione dei pazienti da più di 30 giorni`,
  'stopped exports': msg`Esportazioni non complete, negli ultimi 7 giorni`,
  'overdue exports to delete': msg`Esportazioni da eliminare: termine scaduto`,
  'old identity requests': msg`Richieste di iscrizione di più di 7 giorni fa`,
  'new patients': msg`Pazienti registrati`,
  'new imports': msg`Caricamenti`,
  'new identity requests': msg`Richieste di iscrizione`,
} as const satisfies Record<HomeTask, MessageDescriptor>

type Tasks = StaffHome['tasks']

/** Waiting, overdue and new work, oldest first. A number that is zero or hidden is no work (REQ-UI-12). */
export const Work = ({
  work: { tasks, oldestDiscrepancy },
  roles,
}: {
  readonly work: Pick<StaffHome, 'tasks' | 'oldestDiscrepancy'>
  readonly roles: readonly Role[]
}) => {
  const { t } = useLingui()
  // The work starts at the discrepancy that has been open longest. Its record leads to the others.
  const findList = (task: HomeTask): string | undefined =>
    task === 'open discrepancies' && oldestDiscrepancy
      ? recordAddress(oldestDiscrepancy.record, oldestDiscrepancy.field ?? undefined)
      : findTaskList(task, roles)
  const work = sortOldestFirst(tasks.filter(({ count }) => count !== null && count > 0))
  const groups = taskGroups.map((group) => ({ group, shown: work.filter(({ task }) => homeTasks[task].group === group) }))
  const isWaiting = groups.some(({ group, shown }) => group !== 'arrived' && shown.length > 0)
  return (
    <>
      {!isWaiting && <p className={classes.noWork}>{t`Nessun lavoro in attesa`}</p>}
      <div className={classes.tasks}>
        {groups
          .filter(({ shown }) => shown.length > 0)
          .map(({ group, shown }) => (
            <section key={group} aria-label={t(groupLabels[group])} data-group={group}>
              <h2 className={classes.blockTitle}>{t(groupLabels[group])}</h2>
              {shown.map((task) => (
                <TaskLine key={task.task} {...task} list={findList(task.task)} />
              ))}
            </section>
          ))}
      </div>
    </>
  )
}

const TaskLine = ({ task, count, oldest, list }: Tasks[number] & { readonly list: string | undefined }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const since = oldest === null ? undefined : showDate(oldest)
  return (
    <ListLink list={list}>
      <span className={classes.taskCount}>{count === null ? '' : showNumber(count, language)}</span>{' '}
      <span className={classes.taskLabel}>{t(taskLabels[task])}</span>
      {since !== undefined && <span className={classes.when}>{t`dal ${since}`}</span>}
    </ListLink>
  )
}

/** The link to the list of a number, if the person may open the list. */
const ListLink = ({ list, children }: { readonly list: string | undefined; readonly children: ReactNode }) => {
  if (list === undefined) return <span className={classes.task}>{children}</span>
  return list.startsWith('#') ? (
    <Anchor className={classes.task} inherit href={list}>
      {children}
    </Anchor>
  ) : (
    <RouteLink className={classes.task} href={list}>
      {children}
    </RouteLink>
  )
}
