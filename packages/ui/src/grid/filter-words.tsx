import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp, IconFilter, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatMeasurement } from '@registry/domain/fields/units'
import { showDate } from '../language/format.ts'
import { useLanguage } from '../language/language.tsx'
import type { GridField } from './column.ts'
import classes from './toolbar.module.css'
import { type GridFilter, type GridView, removeSort, setFilter } from './view.ts'

type Props = { readonly fields: readonly GridField[]; readonly view: GridView; readonly onView: (view: GridView) => void }

/** Order and filters in words. Each can be removed (REQ-UI-14). */
export const FilterWords = ({ fields, view, onView }: Props) => {
  const { t } = useLingui()
  const describeFilter = useDescribeFilter()
  const find = (id: string): GridField | undefined => fields.find((field) => field.id === id)
  if (view.sort.length + view.filters.length === 0) return null
  return (
    <div className={classes.words}>
      {view.sort.map(({ id, desc }) => {
        const header = find(id)?.header ?? id
        return (
          <Word
            key={`sort ${id}`}
            icon={desc ? <IconArrowDown {...icon} /> : <IconArrowUp {...icon} />}
            removal={t`Togli l’ordine per ${header}`}
            onRemove={() => onView(removeSort(view, id))}
          >
            {desc ? t`Ordina per ${header}, decrescente` : t`Ordina per ${header}, crescente`}
          </Word>
        )
      })}
      {view.filters.map((filter) => {
        const field = find(filter.id)
        const header = field?.header ?? filter.id
        return (
          <Word
            key={`filter ${filter.id}`}
            icon={<IconFilter {...icon} />}
            removal={t`Togli il filtro su ${header}`}
            onRemove={() => onView(setFilter(view, { id: filter.id }))}
          >
            <strong>{header}</strong> {describeFilter(field, filter)}
          </Word>
        )
      })}
      <Button variant="subtle" color="blue" size="compact-sm" onClick={() => onView({ ...view, sort: [], filters: [], search: '' })}>
        <Trans>Ripristina</Trans>
      </Button>
    </div>
  )
}

const icon = { size: 16, 'aria-hidden': true } as const

type WordProps = { readonly icon: ReactNode; readonly removal: string; readonly onRemove: () => void; readonly children: ReactNode }

const Word = ({ icon: sign, removal, onRemove, children }: WordProps) => (
  <span className={classes.word}>
    {sign}
    <span className={classes.wordText}>{children}</span>
    <button type="button" className={classes.wordRemove} aria-label={removal} title={removal} onClick={onRemove}>
      <IconX size={16} aria-hidden="true" />
    </button>
  </span>
)

const namedValues = 3

const useDescribeFilter = () => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return (field: GridField | undefined, { text, from, to, values, blank }: GridFilter): string => {
    const showLimit = (limit: string): string => (field?.type === 'number' ? formatMeasurement(Number(limit), language) : showDate(limit))
    const [least, most] = [from !== undefined && showLimit(from), to !== undefined && showLimit(to)]
    const more = (values?.length ?? 0) - namedValues
    return [
      text !== undefined && t`contiene «${text}»`,
      least && most && t`da ${least} a ${most}`,
      least && !most && t`da ${least}`,
      !least && most && t`fino a ${most}`,
      values && values.slice(0, namedValues).join(', '),
      more > 0 && t`e altri ${more}`,
      blank === 'filled' && t`solo con un valore`,
      blank === 'empty' && t`solo non registrati`,
      blank === 'withheld' && t`solo non consentiti`,
    ]
      .filter((part) => typeof part === 'string')
      .join(' ')
  }
}
