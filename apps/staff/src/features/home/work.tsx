import { Anchor } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { StaffHome } from '@registry/api-contract/home'
import { findTaskList, homeTasks, taskGroups } from '@registry/domain/access/home-tasks'
import type { Role } from '@registry/domain/access/roles'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import type { ReactNode } from 'react'
import classes from './home.module.css'
import { groupLabels, taskLabels } from './task-labels.ts'

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
