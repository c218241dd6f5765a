import type { ConsentEvent } from '@registry/api-contract/consents'

/** The answers given in one moment, by one way, to one version of the texts. */
export type HistoryGroup = Pick<ConsentEvent, 'at' | 'channel' | 'version'> & { readonly events: readonly ConsentEvent[] }

/** Puts together what was answered together: the newest first, as in the ledger, and within it the first question first. */
export const historyGroups = (events: readonly ConsentEvent[]): readonly HistoryGroup[] => {
  const groups = Map.groupBy(events, ({ at, channel, version }) => `${at} ${channel} ${version}`)
  return [...groups.values()].flatMap((together) => {
    const [first] = together
    return first ? [{ at: first.at, channel: first.channel, version: first.version, events: together.toReversed() }] : []
  })
}
