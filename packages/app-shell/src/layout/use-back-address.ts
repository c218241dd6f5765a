import { useMatches } from '@tanstack/react-router'

/** The address one level up, which the route of the open page names in its static data. */
export const useBackAddress = (): string | undefined => useMatches({ select: (matches) => matches.at(-1)?.staticData.back })
