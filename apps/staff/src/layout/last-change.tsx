import { useLingui } from '@lingui/react/macro'
import { showMoment } from '@registry/ui/language/format.ts'
import layout from './layout.module.css'

type Props = { readonly insertedAt: string; readonly changedAt: string; readonly changedBy: string | null }

/** Insertion of an entry, or its last change. */
export const LastChange = ({ insertedAt, changedAt, changedBy }: Props) => {
  const { t } = useLingui()
  const at = showMoment(changedBy === null ? insertedAt : changedAt)
  return <span className={layout.note}>{changedBy === null ? t`Registrato il ${at}` : t`Modificato da ${changedBy}, ${at}`}</span>
}
