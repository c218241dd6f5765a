import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { showNumber } from '../language/format.ts'
import { useLanguage } from '../language/language.tsx'
import type { GridField } from './column.ts'
import classes from './print-tables.module.css'
import { countPrintedRows, splitIntoBlocks } from './print-blocks.ts'

type Props = { readonly label: string; readonly fields: readonly GridField[]; readonly rows: readonly number[] }

/** Builds the printed tables when the browser prints: the grid on screen renders its visible cells only. */
export const PrintTables = (props: Props) => {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const begin = (): void => flushSync(() => setIsPrinting(true))
    const end = (): void => setIsPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting ? <Tables {...props} /> : null
}

const Tables = ({ label, fields: all, rows }: Props) => {
  const { language } = useLanguage()
  // Columns of buttons are for the screen.
  const fields = all.filter(({ sortable }) => sortable)
  const count = countPrintedRows(rows.length, fields.length)
  const [printed, total] = [showNumber(count, language), showNumber(rows.length, language)]
  return (
    <div className={classes.print}>
      {count < rows.length && (
        <p>
          <Trans>
            Stampate le prime {printed} righe di {total}.
          </Trans>
        </p>
      )}
      {splitIntoBlocks(fields).map((block) => (
        <table key={block[1]?.id ?? block[0]?.id}>
          <caption>{label}</caption>
          <thead>
            <tr>
              {block.map(({ id, header }) => (
                <th key={id} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, count).map((row) => (
              <tr key={row}>
                {block.map((field) => (
                  <td key={field.id} data-number={field.type === 'number' || undefined}>
                    <PrintedCell field={field} row={row} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}

const PrintedCell = ({ field, row }: { readonly field: GridField; readonly row: number }) =>
  field.isWithheld?.(row) === true ? <Trans>non consentito</Trans> : field.text(row) || '—'
