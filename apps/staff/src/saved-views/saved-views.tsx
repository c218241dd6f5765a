import { Button, Menu } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { SavedView, ViewProps } from './saved-view.ts'
import classes from './saved-views.module.css'
import { ViewDialog } from './view-dialog.tsx'
import { ViewsDialog } from './views-dialog.tsx'

/** A view as the menu shows it. */
type MenuView = { readonly key: string; readonly name: string; readonly isShown: boolean; readonly onShow: () => void }

type Props<View extends SavedView> = ViewProps<View> & {
  readonly views: readonly View[]
  readonly onShow: (view: View) => void
  /** Views of the program, which nobody changes. */
  readonly readyViews?: readonly MenuView[]
}

/** The saved views of a page: those of the program, the person's own, and those that colleagues share. */
export const SavedViews = <View extends SavedView>({ views, onShow, readyViews = [], ...rest }: Props<View>) => {
  const { t } = useLingui()
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const close = (): void => setDialog(undefined)
  const found = views.find(rest.isShown)
  const toMenuView = (view: View): MenuView => ({
    key: String(view.id),
    name: view.name,
    isShown: view.id === found?.id,
    onShow: () => onShow(view),
  })
  const groups = [
    { title: t`Le mie viste`, views: views.filter(({ sharedBy }) => sharedBy === undefined).map(toMenuView) },
    { title: t`Condivise nel centro`, views: views.filter(({ sharedBy }) => sharedBy !== undefined).map(toMenuView) },
    { title: t`Viste pronte`, views: readyViews },
  ]
  const shown = groups.flatMap((group) => group.views).find(({ isShown }) => isShown)
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
            <ViewGroup key={group.title} {...group} />
          ))}
          {groups.some((group) => group.views.length > 0) && <Menu.Divider />}
          <Menu.Item onClick={() => setDialog('save')}>{t`Salva questa vista…`}</Menu.Item>
          {views.length > 0 && <Menu.Item onClick={() => setDialog('manage')}>{t`Gestisci le viste…`}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <ViewDialog {...rest} onClose={close} />}
      {dialog === 'manage' && <ViewsDialog {...rest} views={views} onClose={close} />}
    </>
  )
}

const ViewGroup = ({ title, views }: { readonly title: string; readonly views: readonly MenuView[] }) => {
  if (views.length === 0) return null
  return (
    <div role="group" aria-label={title}>
      <Menu.Label aria-hidden="true">{title}</Menu.Label>
      {views.map(({ key, name, isShown, onShow }) => (
        <Menu.Item key={key} {...(isShown && { 'aria-current': true })} onClick={onShow}>
          {name}
        </Menu.Item>
      ))}
    </div>
  )
}
