import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconCopy, IconLock } from '@tabler/icons-react'
import { showNumber } from '../language/format.ts'
import { useLanguage } from '../language/language.tsx'
import type { GridField } from './column.ts'
import classes from './cell-bar.module.css'
import type { CellLabels } from './grid-row.tsx'
import { headerRow } from './selection.ts'

type Props = {
  readonly keysId: string
  readonly field: GridField | undefined
  readonly position: number | undefined
  readonly row: number | undefined
  readonly selected: number
  readonly copied: number | undefined
  readonly hasWithheld: boolean
  readonly labels: CellLabels
  readonly onCopy: () => void
}

/** Below the grid: the text of the active cell, the number of selected cells, and the meaning of empty ones. */
export const CellBar = ({ keysId, field, position, row, selected, copied, hasWithheld, labels, onCopy }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const number = position !== undefined && showNumber(position + 1, language)
  const text = field && row !== undefined && (field.isWithheld?.(row) === true ? labels.withheld : field.text(row) || labels.empty)
  return (
    <div className={classes.bar}>
      <p className={classes.barText}>
        {field ? (
          <>
            <strong>{field.header}</strong>
            {position !== headerRow && (
              <>
                {' '}
                <span className={classes.quiet}>{t`riga ${number}`}</span> {text}
              </>
            )}
          </>
        ) : (
          <span className={classes.quiet}>
            <Trans>Scegli una cella per leggerla intera.</Trans>
          </span>
        )}
      </p>
      <p id={keysId} className="visually-hidden">
        <Trans>
          Frecce per spostarti, Maiusc e frecce per selezionare, Ctrl+C per copiare, Invio per ordinare o aprire, Alt e freccia giù per il
          menu della colonna.
        </Trans>
      </p>
      <span role="status" className={classes.quiet}>
        {copied !== undefined && <Plural value={copied} one="# cella copiata" other="# celle copiate" />}
      </span>
      {selected > 0 && (
        <Button variant="default" size="compact-sm" leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={onCopy}>
          {selected === 1 ? t`Copia` : t`Copia ${selected} celle`}
        </Button>
      )}
      {hasWithheld && (
        <ul className={classes.legend} aria-label={t`Celle vuote`}>
          <li>
            <span aria-hidden="true">—</span> {labels.empty}
          </li>
          <li title={t`Il paziente non ha dato il consenso a questi dati`}>
            <IconLock size={14} aria-hidden="true" /> <Trans>non consentito dal paziente</Trans>
          </li>
        </ul>
      )}
    </div>
  )
}
