import { ActionIcon } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import classes from './sf36-versions.module.css'

type Props = {
  /** The name of the part, such as a question or an answer. */
  readonly name: string
  readonly place: number
  readonly count: number
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
}

const tool = { variant: 'default', size: 44 } as const

/** Moves a part up or down, or removes it. */
export const MoveTools = ({ name, place, count, onMove, onRemove }: Props) => {
  const { t } = useLingui()
  return (
    <div className={classes.tools}>
      <ActionIcon {...tool} disabled={place === 0} aria-label={t`Sposta su: ${name}`} onClick={() => onMove(-1)}>
        <IconArrowUp size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon {...tool} disabled={place === count - 1} aria-label={t`Sposta giù: ${name}`} onClick={() => onMove(1)}>
        <IconArrowDown size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon {...tool} aria-label={t`Elimina: ${name}`} onClick={onRemove}>
        <IconTrash size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
