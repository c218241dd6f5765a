import { useLingui } from '@lingui/react/macro'
import { lazyDialog } from '@registry/ui/dialogs/lazy-dialog.tsx'
import { IconButton } from '@registry/ui/layout/icon-button.tsx'
import type { MenuGroup } from '@registry/ui/layout/menu-list.tsx'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

const QuickSearchDialog = lazyDialog(async () => (await import('./quick-search-dialog.tsx')).QuickSearchDialog)

/** Opens the search for a page, a filter, a study or a patient, also with Ctrl-K (REQ-UI-27). */
export const QuickSearchButton = ({ menu }: { readonly menu: readonly MenuGroup[] }) => {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
      // Another dialog has a question of its own.
      if (!isShortcut || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  return (
    <>
      <IconButton label={t`Cerca (Ctrl K)`} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconSearch size={24} aria-hidden="true" />
      </IconButton>
      {isOpen && <QuickSearchDialog menu={menu} onClose={() => setOpen(false)} />}
    </>
  )
}
