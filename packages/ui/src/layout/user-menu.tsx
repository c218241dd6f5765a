import { useState } from 'react'
import { showAlert } from '../dialogs/dialogs.tsx'
import { getUnreachableMessage } from '../request-error.ts'
import { type Person, UserButton } from './user-button.tsx'

const load = async () => (await import('./open-user-menu.tsx')).OpenUserMenu
const loadEarly = (): void => void load().catch(() => undefined)

/**
 * The user menu: name, personal data, password, security, language, sign-out (REQ-UI-07). The list of a menu takes 28 KB. It is loaded when
 * the pointer or the focus comes to the button.
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
