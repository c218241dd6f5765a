import { findBackAddress } from '@registry/domain/access/screens'
import { useMatches } from '@tanstack/react-router'
import { useShell } from '../shell.ts'

/** Target of the back arrow of the open page; a home page has the menu button instead. */
export const useBackAddress = (): string | undefined => {
  const { home } = useShell()
  return useMatches({ select: (matches) => findBackAddress(home, matches.at(-1)?.pathname ?? home) })
}
