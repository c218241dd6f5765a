import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Menu } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconKey, IconLogout, IconMenu2, IconUser, IconUserCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../dialogs/dialog.tsx'
import classes from './frame.module.css'
import { BackArrow, Frame, type Width } from './header.tsx'
import { RouteLink, useNavigateTo } from './navigation.tsx'

/** A place of the left menu; without `href` its area is not open to this person yet and it stands disabled. */
export type Place = { readonly label: string; readonly icon: ReactNode; readonly href?: string }

type Props = {
  readonly title: string
  readonly home: string
  readonly width: Width
  readonly personName: string
  readonly places: readonly Place[]
  /** The address one level up; a page without one shows the menu button instead, unless there is no place to go to. */
  readonly back?: string | undefined
  readonly here: string
  readonly children: ReactNode
}

/** The frame of pages with a session: back arrow or menu button, title, languages, user menu (spec 1, section 2, shell). */
export const AppFrame = ({ title, home, width, personName, places, back, here, children }: Props) => (
  <Frame
    title={title}
    home={home}
    width={width}
    start={<Start places={places} here={here} back={back} />}
    end={<UserMenu personName={personName} />}
  >
    {children}
  </Frame>
)

const Start = ({ places, here, back }: Pick<Props, 'places' | 'here' | 'back'>) => {
  if (back !== undefined) return <BackArrow href={back} />
  return places.length > 0 && <PlacesButton places={places} here={here} />
}

const PlacesButton = ({ places, here }: { readonly places: readonly Place[]; readonly here: string }) => {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <button type="button" className={classes.iconButton} aria-label={t`Menu`} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconMenu2 size={24} aria-hidden="true" />
      </button>
      {open && (
        <Dialog title={t`Menu`} side="start" onClose={close}>
          <nav aria-label={t`Menu`}>
            <ul className={classes.menu}>
              {places.map((place) => (
                <li key={place.label}>
                  <PlaceLink place={place} here={here} onFollow={close} />
                </li>
              ))}
            </ul>
          </nav>
        </Dialog>
      )}
    </>
  )
}

const PlaceLink = ({ place, here, onFollow }: { readonly place: Place; readonly here: string; readonly onFollow: () => void }) => {
  const { t } = useLingui()
  if (place.href === undefined)
    return (
      <span className={classes.menuItem} aria-disabled="true">
        {place.icon}
        {place.label}
        <span className={classes.closed}>{t`non ancora disponibile`}</span>
      </span>
    )
  return (
    <RouteLink
      href={place.href}
      className={classes.menuItem ?? ''}
      aria-current={place.href === here ? 'page' : undefined}
      onClick={onFollow}
    >
      {place.icon}
      {place.label}
    </RouteLink>
  )
}

const UserMenu = ({ personName }: { readonly personName: string }) => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  return (
    <Menu position="bottom-end" shadow="md" width={240} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.userButton} aria-label={t`Utente: ${personName}`}>
          <IconUserCircle size={24} aria-hidden="true" />
          <span className={classes.userName}>{personName}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{personName}</Menu.Label>
        <Menu.Item disabled leftSection={<IconUser size={20} aria-hidden="true" />}>
          {t`Dati personali`}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={20} aria-hidden="true" />} onClick={() => navigate('/changepasswd')}>
          {t`Cambia password`}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={20} aria-hidden="true" />} onClick={() => navigate('/logout')}>
          {t`Esci`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
