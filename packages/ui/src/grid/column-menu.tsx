import { Menu } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp, IconArrowsHorizontal, IconEyeOff, IconFilter, IconPin, IconPinnedOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { GridField } from './column.ts'
import type { GridActions } from './grid-actions.ts'
import { maxColumnWidth, minColumnWidth } from './layout.ts'

const icon = { size: 18, 'aria-hidden': true } as const
const step = 1.4
/** Without `keydown`: the key that opens the menu would also close it. */
const openedBy = ['mousedown', 'touchstart']

/** The grid would cut off the menu, and assistive technology passes over content outside the landmarks (axe: region). */
const findLandmark = (): HTMLElement => document.querySelector('main') ?? document.body

type Props = {
  readonly field: GridField
  readonly width: number
  readonly position: number
  readonly actions: GridActions
  readonly onClose: () => void
  readonly children: ReactElement
}

/** The open menu of one column. Width has items here, because a drag needs a mouse. */
export const ColumnMenu = ({ field, width, position, actions, onClose, children }: Props) => {
  const { t } = useLingui()
  const { id, sortable } = field
  const resize = (ratio: number): void => actions.resize(id, Math.round(Math.max(minColumnWidth, Math.min(maxColumnWidth, width * ratio))))
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-end"
      shadow="md"
      width={220}
      returnFocus={false}
      clickOutsideEvents={openedBy}
      portalProps={{ target: findLandmark() }}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {sortable && (
          <>
            <Menu.Item leftSection={<IconArrowUp {...icon} />} onClick={() => actions.setSort(id, false)}>
              {t`Ordine crescente`}
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowDown {...icon} />} onClick={() => actions.setSort(id, true)}>
              {t`Ordine decrescente`}
            </Menu.Item>
            <Menu.Item leftSection={<IconFilter {...icon} />} onClick={() => actions.openFilter(field)}>
              {t`Filtra…`}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        {position > 0 && (
          <>
            <Menu.Item
              leftSection={actions.isPinned(id) ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
              onClick={() => actions.togglePin(id)}
            >
              {actions.isPinned(id) ? t`Sblocca la colonna` : t`Blocca la colonna`}
            </Menu.Item>
            <Menu.Item leftSection={<IconEyeOff {...icon} />} onClick={() => actions.hide(id)}>
              {t`Nascondi la colonna`}
            </Menu.Item>
          </>
        )}
        <Menu.Item closeMenuOnClick={false} leftSection={<IconArrowsHorizontal {...icon} />} onClick={() => resize(step)}>
          {t`Più larga`}
        </Menu.Item>
        <Menu.Item closeMenuOnClick={false} leftSection={<IconArrowsHorizontal {...icon} />} onClick={() => resize(1 / step)}>
          {t`Più stretta`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
