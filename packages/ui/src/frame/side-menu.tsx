import { useLingui } from '@lingui/react/macro'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useFoldedMenu } from '../browser/folded-menu.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { type PlaceGroup, Places } from './places.tsx'
import classes from './side-menu.module.css'

type Props = { readonly groups: readonly PlaceGroup[]; readonly here: string; readonly above: string | undefined }

/** The menu as a drawer: on a phone, and wherever there is no room beside the page. */
export const MenuDrawer = ({ groups, here, above }: Props) => {
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
            <Places groups={groups} here={here} above={above} onFollow={close} />
          </nav>
        </Dialog>
      )}
    </>
  )
}

/** The menu beside the page; it folds away to its pictures. */
export const SideMenu = ({ groups, here, above }: Props) => {
  const { t } = useLingui()
  const [folded, fold] = useFoldedMenu()
  const Icon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const label = folded ? t`Allarga il menu` : t`Riduci il menu`
  return (
    <nav className={classes.side} data-folded={folded} aria-label={t`Menu`}>
      <button type="button" className={classes.fold} aria-label={label} title={label} aria-expanded={!folded} onClick={() => fold(!folded)}>
        <Icon size={20} aria-hidden="true" />
      </button>
      <Places groups={groups} here={here} above={above} folded={folded} />
    </nav>
  )
}
