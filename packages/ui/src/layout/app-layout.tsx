import { type ReactNode, useSyncExternalStore, useState } from 'react'
import { LanguageFlags } from '../language/flags.tsx'
import classes from './layout.module.css'
import type { MenuGroup } from './menu-list.tsx'
import { BackArrow, PageLayout, type Width } from './page-layout.tsx'
import { MenuDrawer, SideMenu } from './side-menu.tsx'
import { type Person, UserButton } from './user-button.tsx'
import { showAlert } from '../dialogs/dialogs.tsx'
import { getUnreachableMessage } from '../request-error.ts'

const load = async () => (await import('./open-user-menu.tsx')).OpenUserMenu
const loadEarly = (): void => void load().catch(() => undefined)

/**
 * The user menu: name, personal data, password, security, language, sign-out (REQ-UI-07). The list of a menu takes 28 KB. It is loaded when
 * the pointer or the focus comes to the button.
 */
const UserMenu = (person: Person) => {
  const [Menu, setMenu] = useState<Awaited<ReturnType<typeof load>>>()
  const open = (): void =>
    void load().then(
      (menu) => setMenu(() => menu),
      () => showAlert(getUnreachableMessage()),
    )
  if (Menu) return <Menu {...person} button={UserButton} />
  return (
    <UserButton
      name={person.name}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={loadEarly}
      onFocus={loadEarly}
      onClick={open}
    />
  )
}

type Props = {
  readonly title: string
  readonly home: string
  readonly width: Width
  readonly person: Person
  readonly menu: readonly MenuGroup[]
  /** The address one level up. A page without one shows the menu button in a narrow window. */
  readonly back?: string | undefined
  readonly currentPath: string
  /** The menu item under which a page lies that is no menu item itself. */
  readonly parentPath?: string | undefined
  /** Version and help. */
  readonly tools?: ReactNode
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** From this width the menu is next to the page; below it the menu is a drawer. */
const wideWindow = '(min-width: 64em)'

const subscribe = (listener: () => void): (() => void) => {
  const query = window.matchMedia(wideWindow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const useWideWindow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(wideWindow).matches)

/** The layout of pages with a session: back arrow or menu button, title, version, help, user menu and left menu (REQ-UI-07). */
export const AppLayout = ({ title, home, width, person, menu, back, currentPath, parentPath, tools, footer, children }: Props) => {
  const wide = useWideWindow()
  const shownMenu = menu.length > 0 ? { groups: menu, currentPath, parentPath } : undefined
  const start = back === undefined ? shownMenu && !wide && <MenuDrawer {...shownMenu} /> : <BackArrow href={back} />
  return (
    <PageLayout
      title={title}
      home={home}
      width={width}
      start={start}
      side={shownMenu && wide && <SideMenu {...shownMenu} />}
      footer={footer}
      end={
        <>
          <div className={classes.wideOnly}>
            <LanguageFlags size="small" />
          </div>
          {tools}
          <UserMenu {...person} />
        </>
      }
    >
      {children}
    </PageLayout>
  )
}
