import { findScreen, isOpen, notOpenYet, routePatterns, type ScreenHelpPage, screens, type Site } from './screens.ts'

/** The pages of the manual about no screen, after the pages of the screens. Each page is docs/manual/{it,en}/<name>.md. */
const topics = {
  everyone: ['sessions', 'security', 'version', notOpenYet, 'privacy', 'accessibility'],
  patients: [],
  staff: ['roles', 'paper-consents', 'keyboard-shortcuts', 'exports', 'message-limits'],
  programs: ['centre-programs', 'api'],
} as const

export type HelpPart = keyof typeof topics
export type HelpPage = ScreenHelpPage | (typeof topics)[HelpPart][number]

const listScreenPages = (site: Site | 'both'): HelpPage[] =>
  routePatterns.filter((pattern) => screens[pattern].site === site && isOpen(pattern)).map((pattern) => screens[pattern].manual)

const buildPart = (...pages: readonly HelpPage[]): readonly HelpPage[] => [...new Set(pages)]

/** The parts of the manual and their pages, in reading order (REQ-UI-11). The screens come first, in the order of their table. */
export const helpParts: Readonly<Record<HelpPart, readonly HelpPage[]>> = {
  everyone: buildPart(...listScreenPages('both'), ...topics.everyone),
  patients: buildPart(...listScreenPages('myconsent'), ...topics.patients),
  staff: buildPart(...listScreenPages('staff'), ...topics.staff),
  programs: topics.programs,
}

export const helpPages: readonly HelpPage[] = Object.values(helpParts).flat()

/** Returns the manual page of an address, or the home page for an unknown address. */
export const findHelpPage = (address: string): HelpPage => findScreen(address)?.manual ?? 'home'
