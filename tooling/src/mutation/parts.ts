/** The parts whose pure code Stryker mutates, by the folder that has their `stryker.config.json`. */
export const mutationParts: Readonly<Record<string, string>> = {
  domain: 'packages/domain',
  server: 'apps/server',
  tabular: 'packages/tabular',
}
