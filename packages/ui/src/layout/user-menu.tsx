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
  /** Where they read their own data; staff have no such page, and it stands disabled until the area is open. */
  readonly dataPath?: string | undefined
  /** The dialog about second factor and sessions; without it there is no entry for it. */
  readonly security?: ComponentType<{ readonly onClose: () => void }> | undefined
}

const icon = { size: 20, 'aria-hidden': true } as const

/** Name, personal data, password, security, language, and the way out (spec 1, section 2, shell). */
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
          <Menu.Label>{name}</Menu.Label>
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
