import { Plural, Trans } from '@lingui/react/macro'
import type { FilterRows } from '@registry/api-contract/saved-filters'
import layout from '../../../layout/layout.module.css'

/** The number of patients whose conditions cannot be checked, by reason. */
export const ExcludedCounts = ({ excluded: { noConsent, noAnswer, noValue } }: Pick<FilterRows, 'excluded'>) =>
  noConsent + noAnswer + noValue === 0 ? null : (
    <p className={layout.quiet}>
      <Trans>Lasciati fuori perché le condizioni non si possono verificare:</Trans>{' '}
      {[
        noConsent > 0 && <Plural key="refused" value={noConsent} one="# ha negato il consenso" other="# hanno negato il consenso" />,
        noAnswer > 0 && <Plural key="unanswered" value={noAnswer} one="# non ha ancora risposto" other="# non hanno ancora risposto" />,
        noValue > 0 && <Plural key="missing" value={noValue} one="# non ha un valore" other="# non hanno un valore" />,
      ]
        .filter(Boolean)
        .flatMap((part, index) => (index === 0 ? [part] : [', ', part]))}
      .
    </p>
  )
