import { useLingui } from '@lingui/react/macro'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../dialogs/dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { type MenuGroup, MenuList } from './menu-list.tsx'
import classes from './side-menu.module.css'

type Props = { readonly groups: readonly MenuGroup[]; readonly currentPath: string; readonly parentPath: string | undefined }

/** The menu as a drawer, for windows without room next to the page. */
export const MenuDrawer = ({ groups, currentPath, parentPath }: Props) => {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <IconButton label={t`Menu`} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconMenu2 size={24} aria-hidden="true" />
      </IconButton>
      {open && (
        <Dialog title={t`Menu`} side="start" onClose={close}>
          <nav aria-label={t`Menu`}>
            <MenuList groups={groups} currentPath={currentPath} parentPath={parentPath} onFollow={close} />
          </nav>
        </Dialog>
      )}
    </>
  )
}

const foldedKey = 'registry.menu'

/** Whether the menu is folded; the device remembers the choice. */
const useFoldedMenu = (): readonly [folded: boolean, fold: (folded: boolean) => void] => {
  const [folded, setFolded] = useState(() => localStorage.getItem(foldedKey) === 'folded')
  const fold = (next: boolean): void => {
    localStorage.setItem(foldedKey, next ? 'folded' : 'open')
    setFolded(next)
  }
  return [folded, fold]
}

/** The menu next to the page; folded it shows icons only. */
export const SideMenu = ({ groups, currentPath, parentPath }: Props) => {
  const { t } = useLingui()
  const [folded, fold] = useFoldedMenu()
  const Icon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const label = folded ? t`Allarga il menu` : t`Riduci il menu`
  return (
    <nav className={classes.side} data-folded={folded} aria-label={t`Menu`}>
      <div className={classes.items}>
        <button
          type="button"
          className={classes.fold}
          aria-label={label}
          title={label}
          aria-expanded={!folded}
          onClick={() => fold(!folded)}
        >
          <Icon size={20} aria-hidden="true" />
        </button>
        <MenuList groups={groups} currentPath={currentPath} parentPath={parentPath} folded={folded} />
      </div>
    </nav>
  )
}
