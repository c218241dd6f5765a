import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const catalogue = (directory: string) => ({
  path: `<rootDir>/${directory}/locales/{locale}`,
  include: [`<rootDir>/${directory}/src`],
  exclude: ['**/*.test.*', '**/testing/**', '**/routeTree.gen.ts'],
})

/** One configuration for all: an app's build refuses a catalogue that its configuration does not list. */
export default defineConfig({
  sourceLocale: 'it',
  locales: ['it', 'en'],
  catalogs: [catalogue('packages/domain'), catalogue('packages/ui'), catalogue('apps/staff'), catalogue('apps/myconsent')],
  format: formatter({ lineNumbers: false, origins: false }),
})
