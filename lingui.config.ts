import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Folders of the domain with texts that no browser shows. An import rule keeps them out of the apps. */
const serverTexts = ['packages/domain/src/legacy', 'packages/domain/src/messages']

/** The texts of the sign-in page of each app, which loads no others. */
const signIn = {
  staff: ['apps/staff/src/features/sign-in'],
  myconsent: ['apps/myconsent/src/features/sign-in', 'apps/myconsent/src/app'],
}
const signInErrors = 'packages/domain/src/access/sign-in-errors.ts'

type Sources = { readonly include: readonly string[]; readonly exclude?: readonly string[] }

/** The sources with Italian texts of each catalogue. Its English ones are in its `locales/en.po`. */
const catalogues: Readonly<Record<string, Sources>> = {
  'packages/domain': { include: ['packages/domain/src'], exclude: serverTexts },
  'packages/ui': { include: ['packages/ui/src'] },
  'packages/app-shell': { include: ['packages/app-shell/src'] },
  'apps/server': { include: ['apps/server/src', ...serverTexts] },
  'apps/staff': { include: ['apps/staff/src'], exclude: signIn.staff },
  'apps/staff/src/features/sign-in': { include: [...signIn.staff, signInErrors] },
  'apps/myconsent': { include: ['apps/myconsent/src'], exclude: signIn.myconsent },
  'apps/myconsent/src/features/sign-in': { include: [...signIn.myconsent, signInErrors] },
}

export default defineConfig({
  sourceLocale: 'it',
  locales: ['en'],
  catalogs: Object.entries(catalogues).map(([directory, { include, exclude = [] }]) => ({
    path: `<rootDir>/${directory}/locales/{locale}`,
    include: include.map((path) => `<rootDir>/${path}`),
    exclude: ['**/*.test.*', '**/testing/**', '**/routeTree.gen.ts', ...exclude.map((folder) => `<rootDir>/${folder}/**`)],
  })),
  format: formatter({ lineNumbers: false, origins: false }),
})
