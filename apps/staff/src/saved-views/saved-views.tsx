import { Button, Menu } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { SavedView, ViewProps } from './saved-view.ts'
import classes from './saved-views.module.css'
import { ViewDialog } from './view-dialog.tsx'
import { ViewsDialog } from './views-dialog.tsx'

type Props<View extends SavedView> = ViewProps<View> & { readonly views: readonly View[]; readonly onShow: (view: View) => void }

/** The saved views of a page: the person's own, and those that colleagues share. */
export const SavedViews = <View extends SavedView>({ views, onShow, ...rest }: Props<View>) => {
  const { t } = useLingui()
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const close = (): void => setDialog(undefined)
  const shown = views.find(rest.isShown)
  const groups = [
    { title: t`Le mie viste`, views: views.filter(({ sharedBy }) => sharedBy === undefined) },
    { title: t`Condivise nel centro`, views: views.filter(({ sharedBy }) => sharedBy !== undefined) },
  ]
  return (
    <>
      <Menu position="bottom-start" shadow="md" width={280} withinPortal={false} returnFocus={dialog === undefined}>
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
      {dialog === 'save' && <ViewDialog {...rest} onClose={close} />}
      {dialog === 'manage' && <ViewsDialog {...rest} views={views} onClose={close} />}
    </>
  )
}

type GroupProps<View extends SavedView> = {
  readonly title: string
  readonly views: readonly View[]
  readonly shown: View | undefined
  readonly onShow: (view: View) => void
}

const ViewGroup = <View extends SavedView>({ title, views, shown, onShow }: GroupProps<View>) => {
  if (views.length === 0) return null
  return (
    <div role="group" aria-label={title}>
      <Menu.Label aria-hidden="true">{title}</Menu.Label>
      {views.map((view) => (
        <Menu.Item key={view.id} {...(view.id === shown?.id && { 'aria-current': true })} onClick={() => onShow(view)}>
          {view.name}
        </Menu.Item>
      ))}
    </div>
  )
}
