import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const unspoken = ['**/*.test.*', '**/testing/**', '**/routeTree.gen.ts']

/** The catalogue of some folders and files of a package, at `locales` or a folder in it. */
const catalogue = (
  directory: string,
  folder: '' | '/signed-in' | '/server',
  include: readonly string[],
  exclude: readonly string[] = [],
) => ({
  path: `<rootDir>/${directory}/locales${folder}/{locale}`,
  include: include.map((path) => `<rootDir>/${directory}/src/${path}`),
  exclude: [...unspoken, ...exclude.map((path) => `<rootDir>/${directory}/src/${path}${/\.tsx?$/.test(path) ? '' : '/**'}`)],
})

/**
 * Two catalogues for each package: the texts of the pages without a session, which every visitor loads first, and those of the listed
 * folders and files, which only pages with a session show. `pnpm test` refuses a built page that shows a text which it does not load.
 */
const catalogues = (directory: string, signedIn: readonly string[]) => [
  catalogue(directory, '', [''], signedIn),
  catalogue(directory, '/signed-in', signedIn),
]

/** What only the server says, in mails, in the manual, about files and to programs: no browser has to load it. */
const servers = ['access/messages.ts', 'help/messages.ts', 'imports/messages.ts', 'legacy', 'messages']
const domainSignedIn = [
  'error-messages.ts',
  'fields/messages.ts',
  'filter/free-sql-messages.ts',
  'filter/messages.ts',
  'rules/messages.ts',
  'studies/messages.ts',
]

/** One configuration for all: an app's build refuses a catalogue that its configuration does not list. */
export default defineConfig({
  sourceLocale: 'it',
  locales: ['it', 'en'],
  catalogs: [
    catalogue('packages/domain', '', [''], [...servers, ...domainSignedIn]),
    catalogue('packages/domain', '/signed-in', domainSignedIn),
    catalogue('packages/domain', '/server', servers),
    ...catalogues('packages/ui', [
      'fields',
      'forms/restored-draft.tsx',
      'grid',
      'layout/menu-list.tsx',
      'layout/side-menu.tsx',
      'layout/user-menu.tsx',
    ]),
    ...catalogues('packages/app-shell', [
      'idle',
      'password/change-password.tsx',
      'password/password-form.tsx',
      'password/strength-meter.tsx',
      'security',
    ]),
    ...catalogues('apps/staff', ['charts', 'features/home', 'features/saved-filters', 'features/security', 'features/studies']),
    ...catalogues('apps/myconsent', [
      'documents',
      'features/consents',
      'features/home',
      'features/invitation',
      'features/personal-data',
      'features/sf36',
      'features/studies',
      'questions',
    ]),
  ],
  format: formatter({ lineNumbers: false, origins: false }),
})
