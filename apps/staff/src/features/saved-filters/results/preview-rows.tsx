import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FilterRows } from '@registry/api-contract/saved-filters'
import type { GridColumn } from '@registry/ui/grid/column.ts'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { ScrollableTable } from '@registry/ui/layout/scrollable-table.tsx'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ResultLine } from '../../../exports/result-columns.ts'
import { useResultColumns } from '../../../exports/use-result-columns.ts'
import layout from '../../../layout/layout.module.css'
import { ExcludedCounts } from './excluded-counts.tsx'
import classes from './results.module.css'

type SectionProps = { readonly isOld?: boolean; readonly children: ReactNode }

/** The section of a preview. Old rows stay, dimmed, until new ones arrive. */
export const PreviewSection = ({ isOld = false, children }: SectionProps) => (
  <section aria-labelledby="heading-preview" aria-busy={isOld} className={classes.preview} data-old={isOld}>
    <h2 id="heading-preview" className={layout.title}>
      <Trans>Anteprima</Trans>
    </h2>
    {children}
  </section>
)

/** The first rows of a filter, and the number of all (REQ-FIL-29). */
export const PreviewRows = ({ result }: { readonly result: FilterRows }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const [, ...columns] = useResultColumns(result)
  const { rows, total, excluded } = result
  const [number, first] = [showNumber(total, language), showNumber(rows.length, language)]
  return (
    <>
      <p className={layout.text}>
        {total === 0 ? (
          <Trans>Nessun paziente</Trans>
        ) : (
          <strong>
            <Plural value={total} one={`${number} paziente`} other={`${number} pazienti`} />
          </strong>
        )}
        {rows.length < total && <Trans>; qui i primi {first}, nel file tutti</Trans>}
      </p>
      <ExcludedCounts excluded={excluded} />
      {rows.length > 0 && (
        <ScrollableTable label={t`Prime righe del filtro`} className={classes.rows}>
          <thead>
            <tr>
              {columns.map(({ id, header, type }) => (
                <th key={id} scope="col" data-number={type === 'number' || undefined}>
                  <span>{header}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, index) => {
              const line: ResultLine = { id: String(index + 1), cells }
              return (
                <tr key={line.id}>
                  {columns.map((column) => (
                    <PreviewCell key={column.id} column={column} line={line} />
                  ))}
                </tr>
              )
            })}
          </tbody>
        </ScrollableTable>
      )}
      <p className={layout.quiet}>
        <Trans>I pazienti mostrati qui vedono questa lettura in MyConsent.</Trans>
      </p>
    </>
  )
}

type CellProps = { readonly column: GridColumn<ResultLine>; readonly line: ResultLine }

const PreviewCell = ({ column: { type, isWithheld, text }, line }: CellProps) => {
  if (isWithheld?.(line) === true)
    return (
      <td data-blank>
        <IconLock size={14} aria-hidden="true" className={classes.lock} />
        <Trans>non consentito</Trans>
      </td>
    )
  const content = text?.(line) ?? ''
  return content === '' ? (
    <td data-blank data-number={type === 'number' || undefined}>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">
        <Trans>non registrato</Trans>
      </span>
    </td>
  ) : (
    <td data-number={type === 'number' || undefined} title={content.length > 24 ? content : undefined}>
      {content}
    </td>
  )
}
