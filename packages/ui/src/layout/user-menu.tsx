import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Menu } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconKey, IconLanguage, IconLogout, IconShieldLock, IconUser, IconUserCircle } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { LanguageDialog } from '../language/language-dialog.tsx'
import classes from './layout.module.css'
import { useNavigateTo } from './navigation.tsx'

export type Person = {
  readonly name: string
  /** The page of the own personal data. Without it the item is disabled. */
  readonly dataPath?: string | undefined
  /** The dialog of second factor and sessions. Without it there is no item. */
  readonly security?: ComponentType<{ readonly onClose: () => void }> | undefined
}

const icon = { size: 20, 'aria-hidden': true } as const

/** The user menu: name, personal data, password, security, language, sign-out (REQ-UI-07). */
export const UserMenu = ({ name, dataPath, security: Security }: Person) => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  const [dialog, setDialog] = useState<'language' | 'security'>()
  const close = (): void => setDialog(undefined)
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={260} withinPortal={false}>
        <Menu.Target>
          <button type="button" className={classes.userButton} aria-label={t`Utente: ${name}`} title={name}>
            <IconUserCircle size={24} aria-hidden="true" />
            <span className={classes.userName}>{name}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {/* The menu opens with the focus on the name, so the first arrow key leads to the first item. Of the elements without an
              action a menu may contain groups only (axe: aria-required-children). */}
          <Menu.Label role="group" aria-label={name} data-autofocus tabIndex={-1}>
            {name}
          </Menu.Label>
          <Menu.Item disabled={dataPath === undefined} leftSection={<IconUser {...icon} />} onClick={() => navigate(dataPath ?? '/')}>
            {t`Dati personali`}
          </Menu.Item>
          <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => navigate('/changepasswd')}>
            {t`Cambia password`}
          </Menu.Item>
          {Security && (
            <Menu.Item leftSection={<IconShieldLock {...icon} />} onClick={() => setDialog('security')}>
              {t`Sicurezza`}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLanguage {...icon} />} onClick={() => setDialog('language')}>
            {t`Lingua`}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => navigate('/logout')}>
            {t`Esci`}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'language' && <LanguageDialog onClose={close} />}
      {dialog === 'security' && Security && <Security onClose={close} />}
    </>
  )
}
