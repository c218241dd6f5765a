import { Menu } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconKey, IconLanguage, IconLogout, IconShieldLock, IconTextSize, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { LanguageDialog } from '../language/language-dialog.tsx'
import { chooseDensity, readDensity } from '../theme/density.ts'
import { useNavigateTo } from './navigation.tsx'
import type { Person, UserButton } from './user-button.tsx'

const icon = { size: 20, 'aria-hidden': true } as const

type Props = Person & {
  /** A parameter, because the build would join what two files share to the list of the menu. */
  readonly button: typeof UserButton
}

/** The user menu with its button. It opens when it appears, because it replaces the button that a person pressed. */
export const OpenUserMenu = ({ name, dataPath, security: Security, button: Button }: Props) => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  const [opened, setOpened] = useState(false)
  const [wasFocused, setFocused] = useState(false)
  const [dialog, setDialog] = useState<'language' | 'security'>()
  const density = readDensity()
  const close = (): void => setDialog(undefined)
  const openFirst = (): void => {
    if (wasFocused) return
    setFocused(true)
    setOpened(true)
  }
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-end" shadow="md" width={260} withinPortal={false}>
        <Menu.Target>
          {/* The pressed button is gone with its focus; the menu gives the focus back to this one when it closes (REQ-UI-21). */}
          <Button name={name} autoFocus onFocus={openFirst} />
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
          {density !== undefined && (
            <Menu.Item
              leftSection={<IconTextSize {...icon} />}
              onClick={() => chooseDensity(density === 'compact' ? 'comfortable' : 'compact')}
            >
              {density === 'compact' ? t`Testo più grande` : t`Testo più piccolo`}
            </Menu.Item>
          )}
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
