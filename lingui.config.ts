import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Folders of the domain with texts that no browser shows. An import rule keeps them out of the apps. */
const serverTexts = ['packages/domain/src/legacy', 'packages/domain/src/messages']

/** The sources of each package with Italian texts. Its English ones are in its `locales/en.po`. */
const packages = {
  'packages/domain': ['packages/domain/src'],
  'packages/ui': ['packages/ui/src'],
  'packages/app-shell': ['packages/app-shell/src'],
  'apps/server': ['apps/server/src', ...serverTexts],
  'apps/staff': ['apps/staff/src'],
  'apps/myconsent': ['apps/myconsent/src'],
}

export default defineConfig({
  sourceLocale: 'it',
  locales: ['en'],
  catalogs: Object.entries(packages).map(([directory, sources]) => ({
    path: `<rootDir>/${directory}/locales/{locale}`,
    include: sources.map((folder) => `<rootDir>/${folder}`),
    exclude: [
      '**/*.test.*',
      '**/testing/**',
      '**/routeTree.gen.ts',
      ...(directory === 'packages/domain' ? serverTexts.map((folder) => `<rootDir>/${folder}/**`) : []),
    ],
  })),
  format: formatter({ lineNumbers: false, origins: false }),
})
