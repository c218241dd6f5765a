/** The parts with pure code for Stryker, and the folders of their `stryker.config.json`. */
export const mutationParts: Readonly<Record<string, string>> = {
  domain: 'packages/domain',
  server: 'apps/server',
  tabular: 'packages/tabular',
}
