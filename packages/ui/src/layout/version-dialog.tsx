import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { Dialog, DialogButtons } from '../dialogs/dialog.tsx'
import { reloadPage } from '../browser/reload.ts'
import { Notice } from '../status/status-badge.tsx'
import classes from './version.module.css'

/** The version of the open page, and the versions of the server, undefined until it has answered. */
export type Versions = { readonly page: string; readonly server: { readonly frontEnd: string; readonly backEnd: string } | undefined }

type Props = { readonly versions: Versions; readonly newer: boolean; readonly onClose: () => void }

/** Shows both versions and offers a reload when a newer front end exists (REQ-UI-09). */
export const VersionDialog = ({ versions: { page, server }, newer, onClose }: Props) => {
  const { t } = useLingui()
  const newest = server?.frontEnd ?? ''
  return (
    <Dialog title={t`Versione`} onClose={onClose}>
      <dl className={classes.versions}>
        <div>
          <dt>{t`Questa pagina`}</dt>
          <dd>{page}</dd>
        </div>
        <div>
          <dt>{t`Server`}</dt>
          <dd>{server?.backEnd ?? '…'}</dd>
        </div>
      </dl>
      {server && !newer && <Notice status="yes">{t`Hai la versione più recente.`}</Notice>}
      {newer && (
        <Notice status="info" title={t`C’è una versione più recente: ${newest}`}>
          {t`Salva quello che stai scrivendo, poi ricarica la pagina.`}
        </Notice>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>{t`Chiudi`}</Button>
        {newer && <Button onClick={reloadPage}>{t`Ricarica la pagina`}</Button>}
      </DialogButtons>
    </Dialog>
  )
}
