import { useLingui } from '@lingui/react/macro'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyDialog } from '../dialogs/lazy-dialog.tsx'
import classes from './layout.module.css'
import { IconButton } from './icon-button.tsx'
import type { Versions } from './version-dialog.tsx'

const parseVersion = (version: string): readonly number[] => version.split(/[.+-]/, 3).map((part) => Number.parseInt(part, 10) || 0)

/** Whether `version` is later than `current`. Only the first three numbers count. */
export const isNewer = (version: string, current: string): boolean => {
  const [left, right] = [parseVersion(version), parseVersion(current)]
  const differing = [0, 1, 2].find((index) => (left[index] ?? 0) !== (right[index] ?? 0))
  return differing !== undefined && (left[differing] ?? 0) > (right[differing] ?? 0)
}

const VersionDialog = lazyDialog(async () => (await import('./version-dialog.tsx')).VersionDialog)

type Props = {
  readonly versions: Versions
  /** Asks the server again; called each time the dialog opens. */
  readonly onOpen: () => void
}

/** Opens the version dialog. A dot shows that the server has a newer front end. */
export const VersionButton = ({ versions, onOpen }: Props) => {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const newer = versions.server !== undefined && isNewer(versions.server.frontEnd, versions.page)
  const show = (): void => {
    setOpen(true)
    onOpen()
  }
  return (
    <>
      <IconButton label={newer ? t`Versione: ce n’è una più recente` : t`Versione`} aria-haspopup="dialog" onClick={show}>
        <IconInfoCircle size={24} aria-hidden="true" />
        {newer && <span className={classes.dot} />}
      </IconButton>
      {open && <VersionDialog versions={versions} newer={newer} onClose={() => setOpen(false)} />}
    </>
  )
}
