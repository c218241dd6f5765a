import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { linkedFeatureTexts, signedInTexts, staffDomainTexts, staffFeatureTexts } from './signed-in-texts.ts'

const unspoken = ['**/*.test.*', '**/testing/**', '**/routeTree.gen.ts']

/** The catalogue of some folders and files of a package, at `locales` or a folder in it. */
const catalogue = (directory: string, folder: string, include: readonly string[], exclude: readonly string[] = []) => ({
  path: `<rootDir>/${directory}/locales${folder}/{locale}`,
  include: include.map((path) => `<rootDir>/${directory}/src/${path}`),
  exclude: [...unspoken, ...exclude.map((path) => `<rootDir>/${directory}/src/${path}${/\.tsx?$/.test(path) ? '' : '/**'}`)],
})

/**
 * Two catalogues for each package: the texts of the pages without a session, which every visitor loads first, and those of the listed
 * folders and files, which only pages with a session show. `pnpm test` refuses a built page that shows a text which it does not load.
 */
const catalogues = (directory: 'packages/ui' | 'packages/app-shell' | 'apps/myconsent', further: readonly string[] = []) => [
  catalogue(directory, '', [''], [...signedInTexts[directory], ...further]),
  catalogue(directory, '/signed-in', signedInTexts[directory]),
]

/** What only the server says, in mails, in the manual, about files and to programs: no browser has to load it. */
const servers = [
  'access/messages.ts',
  'file-error-messages.ts',
  'help/messages.ts',
  'imports',
  'reference/messages.ts',
  'legacy',
  'messages',
  'studies/life-messages.ts',
]
const linkedFeatures = linkedFeatureTexts.map((feature) => `features/${feature}`)

/** One configuration for all: an app's build refuses a catalogue that its configuration does not list. */
export default defineConfig({
  sourceLocale: 'it',
  locales: ['it', 'en'],
  catalogs: [
    catalogue('packages/domain', '', [''], [...servers, ...signedInTexts['packages/domain'], ...staffDomainTexts]),
    catalogue('packages/domain', '/signed-in', signedInTexts['packages/domain']),
    catalogue('packages/domain', '/staff', staffDomainTexts),
    catalogue('packages/domain', '/server', servers),
    ...catalogues('packages/ui'),
    ...catalogues('packages/app-shell'),
    catalogue('apps/staff', '', [''], [...signedInTexts['apps/staff'], ...staffFeatureTexts.map((feature) => `features/${feature}`)]),
    catalogue('apps/staff', '/signed-in', signedInTexts['apps/staff']),
    ...staffFeatureTexts.map((feature) => catalogue('apps/staff', `/${feature}`, [`features/${feature}`])),
    ...catalogues('apps/myconsent', linkedFeatures),
    catalogue('apps/myconsent', '/linked', linkedFeatures),
  ],
  format: formatter({ lineNumbers: false, origins: false }),
})
