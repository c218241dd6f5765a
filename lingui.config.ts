import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** The Italian texts are in the code; each of these packages has its English ones in `locales/en.po`, the domain also those of the server. */
const packages = ['packages/domain', 'packages/ui', 'packages/app-shell', 'apps/staff', 'apps/myconsent']

export default defineConfig({
  sourceLocale: 'it',
  locales: ['en'],
  catalogs: packages.map((directory) => ({
    path: `<rootDir>/${directory}/locales/{locale}`,
    include: [directory, ...(directory === 'packages/domain' ? ['apps/server'] : [])].map((folder) => `<rootDir>/${folder}/src`),
    exclude: ['**/*.test.*', '**/testing/**', '**/routeTree.gen.ts'],
  })),
  format: formatter({ lineNumbers: false, origins: false }),
})
