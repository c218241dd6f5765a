import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const unspoken = ['**/*.test.*', '**/testing/**', '**/routeTree.gen.ts']

const catalogue = (directory: string) => ({
  path: `<rootDir>/${directory}/locales/{locale}`,
  include: [`<rootDir>/${directory}/src`],
  exclude: unspoken,
})

/** What only the server says, in mails, in the manual and to programs: no browser has to load it. */
const servers = ['access/messages.ts', 'help/messages.ts', 'legacy', 'messages'].map((path) => `<rootDir>/packages/domain/src/${path}`)
const shared = catalogue('packages/domain')
const domain = [
  { ...shared, exclude: [...unspoken, ...servers.map((path) => (path.endsWith('.ts') ? path : `${path}/**`))] },
  { path: '<rootDir>/packages/domain/locales/server/{locale}', include: servers, exclude: unspoken },
]

/** One configuration for all: an app's build refuses a catalogue that its configuration does not list. */
export default defineConfig({
  sourceLocale: 'it',
  locales: ['it', 'en'],
  catalogs: [...domain, catalogue('packages/ui'), catalogue('packages/app-shell'), catalogue('apps/staff'), catalogue('apps/myconsent')],
  format: formatter({ lineNumbers: false, origins: false }),
})
