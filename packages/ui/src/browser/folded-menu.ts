import { useState } from 'react'

const key = 'registry.menu'

/** Whether the menu is folded away; the choice stays on this device. */
export const useFoldedMenu = (): readonly [folded: boolean, fold: (folded: boolean) => void] => {
  const [folded, setFolded] = useState(() => localStorage.getItem(key) === 'folded')
  const fold = (next: boolean): void => {
    localStorage.setItem(key, next ? 'folded' : 'open')
    setFolded(next)
  }
  return [folded, fold]
}
