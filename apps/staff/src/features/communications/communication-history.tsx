import { useLingui } from '@lingui/react/macro'
import type { Communication } from '@registry/api-contract/communications'
import { showMoment } from '@registry/ui/language/format.ts'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import layout from '../../layout/layout.module.css'
import { useCommunicationLabels } from './communication-labels.ts'

/** History of a communication: written, tested, scheduled, cancelled; the newest entry first (REQ-COM-06). */
export const CommunicationHistory = ({ communication: { history } }: { readonly communication: Communication }) => {
  const { t } = useLingui()
  const { formatEvent } = useCommunicationLabels()
  return (
    <section aria-label={t`Storia`}>
      <h2 className={layout.title}>{t`Storia`}</h2>
      <ScrollableTable label={t`Storia`} className={layout.plainNames}>
        <TableHead headings={[t`Quando`, t`Che cosa`, t`Chi`]} />
        <tbody>
          {history.map(({ at, actor, event }) => (
            <tr key={`${at} ${event}`}>
              <td>{showMoment(at)}</td>
              <td>{formatEvent(event)}</td>
              <td>{actor === '' ? t`il registro` : actor}</td>
            </tr>
          ))}
        </tbody>
      </ScrollableTable>
    </section>
  )
}
