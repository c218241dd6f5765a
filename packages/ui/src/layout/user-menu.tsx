import { type ComponentType, useState } from 'react'
import { showAlert } from '../dialogs/dialogs.tsx'
import { getUnreachableMessage } from '../request-error.ts'
import { UserButton } from './user-button.tsx'

export type Person = {
  readonly name: string
  /** The page of the own personal data. Without it the item is disabled. */
  readonly dataPath?: string | undefined
  /** The dialog of second factor and sessions. Without it there is no item. */
  readonly security?: ComponentType<{ readonly onClose: () => void }> | undefined
}

const load = async () => (await import('./open-user-menu.tsx')).OpenUserMenu
const loadEarly = (): void => void load().catch(() => undefined)

/**
 * The user menu: name, personal data, password, security, language, sign-out (REQ-UI-07). The list of a menu takes 28 KB, so it is loaded
 * when the pointer or the focus comes to the button.
 */
export const UserMenu = (person: Person) => {
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
