import { Button, Menu } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { WorkListView } from '@registry/api-contract/work-list-views'
import { isSameSettings, type WorkListSettings } from '@registry/domain/ecrf/work-list-views'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { ViewDialog } from './view-dialog.tsx'
import { ViewsDialog } from './views-dialog.tsx'
import classes from './work-list.module.css'

type Props = {
  /** The order and the filters of the list. */
  readonly settings: WorkListSettings
  readonly onShow: (settings: WorkListSettings) => void
}

/** The saved views of the list: the person's own, and those of the centre (REQ-CRF-22). */
export const WorkListViews = ({ settings, onShow }: Props) => {
  const { t } = useLingui()
  const { data: views = [] } = useQuery({ ...trpc.workListViews.list.queryOptions({}), staleTime: 0 })
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const close = (): void => setDialog(undefined)
  const shown = views.find((view) => isSameSettings(view, settings))
  const groups = [
    { title: t`Le mie viste`, views: views.filter(({ isOwn }) => isOwn) },
    { title: t`Condivise nel centro`, views: views.filter(({ isOwn }) => !isOwn) },
  ]
  return (
    <>
      <Menu position="bottom-start" shadow="md" width={280} withinPortal={false}>
        <Menu.Target>
          <Button size="sm" variant="default" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
            <span className={classes.viewName}>{shown ? t`Vista: ${shown.name}` : t`Viste`}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {groups.map((group) => (
            <ViewGroup key={group.title} {...group} shown={shown} onShow={onShow} />
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setDialog('save')}>{t`Salva questa vista…`}</Menu.Item>
          {views.length > 0 && <Menu.Item onClick={() => setDialog('manage')}>{t`Gestisci le viste…`}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <ViewDialog settings={settings} onClose={close} />}
      {dialog === 'manage' && <ViewsDialog views={views} settings={settings} onClose={close} />}
    </>
  )
}

type GroupProps = {
  readonly title: string
  readonly views: readonly WorkListView[]
  readonly shown: WorkListView | undefined
  readonly onShow: (settings: WorkListSettings) => void
}

const ViewGroup = ({ title, views, shown, onShow }: GroupProps) => {
  if (views.length === 0) return null
  return (
    <div role="group" aria-label={title}>
      <Menu.Label aria-hidden="true">{title}</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          {...(view.id === shown?.id && { 'aria-current': true })}
          onClick={() => onShow({ order: view.order, phenotype: view.phenotype, tasks: view.tasks })}
        >
          {view.name}
        </Menu.Item>
      ))}
    </div>
  )
}
