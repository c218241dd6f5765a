import { Progress } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Communication } from '@registry/api-contract/communications'
import { recipientStates } from '@registry/domain/communications/states'
import { showMoment } from '@registry/ui/language/format.ts'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import layout from '../../layout/layout.module.css'
import { useCommunicationLabels } from './communication-labels.ts'
import classes from './communications.module.css'

/** Number of recipients in each state. Numbers of patients are rounded (REQ-UI-17). */
export const CommunicationProgress = ({ communication }: { readonly communication: Communication }) => {
  const { t } = useLingui()
  const { formatRecipients } = useCommunicationLabels()
  const { progress, state, scheduledFor } = communication
  const show = (number: number): string => (progress.isRounded && number === 0 ? t`meno di 10` : String(number))
  const shown = recipientStates.filter((name) => name === 'sent' || name === 'failed' || progress.states[name] !== 0)
  const open = progress.states.waiting + progress.states.queued
  const { total } = progress
  const share = total === 0 ? 0 : Math.round(Math.max(0, Math.min(1, (total - open) / total)) * 100)
  if (state === 'scheduled')
    return (
      <section aria-label={t`Invio`}>
        <h2 className={layout.title}>{t`Invio`}</h2>
        <p>{scheduledFor !== null && t`Parte il ${showMoment(scheduledFor)}. I destinatari sono quelli di quel momento.`}</p>
      </section>
    )
  return (
    <section aria-label={t`Invio`}>
      <h2 className={layout.title}>{t`Invio`}</h2>
      {state === 'sending' && <Progress value={share} aria-label={t`Avanzamento dell’invio: ${share}%`} className={classes.bar} />}
      <ScrollableTable label={t`Destinatari per esito`} className={layout.plainNames}>
        <TableHead headings={[t`Esito`, t`Destinatari`]} />
        <tbody>
          {shown.map((name) => (
            <tr key={name}>
              <th scope="row">{formatRecipients(name)}</th>
              <td>{show(progress.states[name])}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t`In tutto`}</th>
            <td>{show(progress.total)}</td>
          </tr>
        </tbody>
      </ScrollableTable>
      {progress.isRounded && <p className={layout.note}>{t`I numeri di pazienti sono arrotondati per difetto alla decina.`}</p>}
    </section>
  )
}
