import { useLingui } from '@lingui/react/macro'
import type { DiscrepancyCount } from '@registry/api-contract/discrepancies'
import { buildCheckMatrix } from '@registry/domain/discrepancies/matrix'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { ScrollableTable } from '@registry/ui/layout/scrollable-table.tsx'
import layout from '../../layout/layout.module.css'
import { useCheckName } from './check-text.tsx'
import classes from './discrepancies.module.css'

/** A check, a centre or both, as the address of the page has them. */
export type OverviewLimits = { readonly centro?: string; readonly controllo?: string }

export const overviewAddress = (limits: OverviewLimits): string => `/dm_segnalazioni?${new URLSearchParams(limits).toString()}`

/** Open discrepancies by check and centre. Each number leads to its check at its centre (REQ-CRF-11). */
export const CheckMatrix = ({ counts }: { readonly counts: readonly DiscrepancyCount[] }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const nameCheck = useCheckName()
  const { centres, rows } = buildCheckMatrix(counts)
  return (
    <ScrollableTable role="region" label={t`Segnalazioni aperte per controllo e centro`} className={classes.matrix}>
      <thead>
        <tr>
          <th scope="col">{t`Controllo`}</th>
          {centres.map(({ code, name }) => (
            <th key={code} scope="col" className={classes.number} title={name}>
              <RouteLink href={overviewAddress({ centro: code })}>{code}</RouteLink>
            </th>
          ))}
          <th scope="col" className={classes.number}>{t`Tutti i centri`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ check, open, cells }) => {
          const { checkKey: controllo, message, rule } = check
          const name = nameCheck(check)
          const total = showNumber(open, language)
          return (
            <tr key={controllo}>
              <th scope="row" title={message}>
                <span className={classes.checkName}>{name}</span>{' '}
                <span className={layout.note}>{rule === null ? message : `${message} (${rule})`}</span>
              </th>
              {cells.map((cell, index) => {
                const { code } = centres[index] ?? { code: '' }
                if (!cell)
                  return (
                    <td key={code} className={classes.number}>
                      {'–'}
                    </td>
                  )
                const count = showNumber(cell.open, language)
                return (
                  <td key={code} className={classes.number}>
                    <RouteLink href={overviewAddress({ controllo, centro: code })} aria-label={`${count}: ${code}, ${name}`}>
                      {count}
                    </RouteLink>
                  </td>
                )
              })}
              <td className={classes.number}>
                <RouteLink href={overviewAddress({ controllo })} aria-label={`${total}: ${t`Tutti i centri`}, ${name}`}>
                  {total}
                </RouteLink>
              </td>
            </tr>
          )
        })}
      </tbody>
    </ScrollableTable>
  )
}
