import { Input, Select, Tree, type TreeNodeData, useTree } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Area } from '@registry/api-contract/users'
import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import layout from '../../layout/layout.module.css'
import classes from './centres.module.css'

type Props = {
  readonly id: string
  readonly error: string | undefined
  readonly areas: readonly Area[]
  readonly value: string | null
  readonly onChange: (area: string) => void
}

/** Builds the tree of the areas. An area whose parent is out of reach is a root. */
export const buildAreaTree = (areas: readonly Area[]): TreeNodeData[] => {
  const known = new Set(areas.map(({ id }) => id))
  const byParent = Map.groupBy(areas, ({ parent }) => (parent !== null && known.has(parent) ? parent : ''))
  const build = (parent: string): TreeNodeData[] =>
    (byParent.get(parent) ?? []).map(({ id, label, leaf }) => ({ value: id, label, ...(!leaf && { children: build(id) }) }))
  return build('')
}

/** The areas above an area, the highest first. */
export const listAreasAbove = (areas: readonly Area[], id: string): readonly Area[] => {
  const parent = areas.find((area) => area.id === areas.find((one) => one.id === id)?.parent)
  return parent ? [...listAreasAbove(areas, parent.id), parent] : []
}

/** The tree of areas, in which only a leaf can be chosen (REQ-GEO-01). Arrow keys move; Enter and the space bar open or choose. */
export const AreaTree = ({ id, error, areas, value, onChange }: Props) => {
  const { t } = useLingui()
  const data = useMemo(() => buildAreaTree(areas), [areas])
  const chosen = areas.find((area) => area.id === value)
  const above = chosen ? listAreasAbove(areas, chosen.id) : []
  const open = chosen ? above.map((area) => area.id) : data.map((root) => root.value)
  // A choice keeps the tree as the person left it.
  const [startsOpen] = useState(value === null)
  const select = (area: string | undefined): void => {
    if (areas.some((one) => one.id === area && one.leaf)) onChange(area ?? '')
  }
  const tree = useTree({
    initialExpandedState: Object.fromEntries(open.map((area) => [area, true])),
    selectedState: value === null ? [] : [value],
    onSelectedStateChange: ([area]) => select(area),
  })
  const chooseByKey = (event: KeyboardEvent<HTMLUListElement>): void => {
    if ((event.key !== 'Enter' && event.key !== ' ') || !(event.target instanceof HTMLElement)) return
    event.preventDefault()
    const { value: area } = event.target.dataset
    if (area !== undefined) tree.toggleExpanded(area)
    select(area)
  }
  return (
    <fieldset id={id} tabIndex={-1} className={classes.group} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>
        {t`Area`}{' '}
        <span aria-hidden="true" className={classes.asterisk}>
          *
        </span>
      </legend>
      <p className={layout.quiet}>{chosen ? [...above, chosen].map(({ label }) => label).join(' › ') : t`Scegli una regione.`}</p>
      {error !== undefined && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
      <Select
        aria-label={t`Cerca una regione`}
        placeholder={t`Cerca una regione`}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t`Nessuna regione`}
        data={areas.filter(({ leaf }) => leaf).map((area) => ({ value: area.id, label: area.label }))}
        value={value}
        onChange={(area) => select(area ?? undefined)}
      />
      <details open={startsOpen}>
        <summary>{t`Tutte le aree`}</summary>
        <Tree
          data={data}
          tree={tree}
          aria-label={t`Area`}
          className={classes.tree}
          selectOnClick
          expandOnSpace={false}
          allowRangeSelection={false}
          onKeyDown={chooseByKey}
          renderNode={({ node, expanded, hasChildren, selected, elementProps }) => (
            <div {...elementProps} className={`${elementProps.className} ${classes.area}`}>
              {hasChildren ? (
                <IconChevronRight size={18} aria-hidden="true" className={classes.chevron} data-open={expanded || undefined} />
              ) : (
                <span className={classes.mark}>{selected && <IconCheck size={18} aria-hidden="true" />}</span>
              )}
              {node.label}
            </div>
          )}
        />
      </details>
    </fieldset>
  )
}
