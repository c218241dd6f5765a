import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { Dialog, DialogButtons } from '../dialogs/dialog.tsx'
import { LanguageFlags } from './flags.tsx'

/** The language dialog; a choice closes it, without a page load (REQ-UI-08). */
export const LanguageDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui()
  return (
    <Dialog title={t`Scegli la lingua`} onClose={onClose}>
      <LanguageFlags size="large" onChosen={onClose} />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>{t`Chiudi`}</Button>
      </DialogButtons>
    </Dialog>
  )
}
