import type { SiteInfo } from '@registry/api-contract/session'
import type { Deps } from '../../app/deps.ts'

/** The first page asks often, and the numbers change slowly. */
const keptMs = 10 * 60_000
/** Fewer people are no number to show. */
const fewPeople = 50

type Participants = NonNullable<SiteInfo['participants']>

/** Creates the function that counts who takes part, for the first page. Without an answer of the database the page omits the numbers. */
export const createCountParticipants = ({ database, clock }: Pick<Deps, 'database' | 'clock'>) => {
  let kept: { readonly until: number; readonly participants: Participants | null } | undefined
  return async (): Promise<Participants | null> => {
    const now = clock().getTime()
    if (kept && kept.until > now) return kept.participants
    const [found] = await database<Participants[]>`SELECT centres, people FROM count_participants()`.catch(() => [])
    kept = { until: now + keptMs, participants: found && found.people >= fewPeople ? found : null }
    return kept.participants
  }
}
