import { useLingui } from '@lingui/react/macro'
import { IconHelp } from '@tabler/icons-react'
import { IconButton } from './icon-button.tsx'

/** Opens the help page of the current screen. The app supplies the dialog, since it fetches the page. */
export const HelpButton = ({ onOpen }: { readonly onOpen: () => void }) => {
  const { t } = useLingui()
  return (
    <IconButton label={t`Aiuto`} aria-haspopup="dialog" onClick={onOpen}>
      <IconHelp size={24} aria-hidden="true" />
    </IconButton>
  )
}
