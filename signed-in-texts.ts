/**
 * The folders and files, by package, whose texts only pages with a session show. `lingui.config.ts` puts them into a catalogue of their
 * own, and the build of the apps keeps their code apart from what pages without a session load.
 */
export const signedInTexts = {
  'packages/domain': [
    'error-messages.ts',
    'fields/messages.ts',
    'personal-data/messages.ts',
    'rules/person-messages.ts',
    'sf36/error-messages.ts',
    'studies/messages.ts',
  ],
  'packages/ui': [
    'fields',
    'forms/restored-draft.tsx',
    'grid',
    'layout/menu-list.tsx',
    'layout/side-menu.tsx',
    'layout/user-button.tsx',
    'layout/open-user-menu.tsx',
    'questions',
  ],
  'packages/app-shell': ['idle', 'password/change-password.tsx', 'password/password-form.tsx', 'password/strength-meter.tsx', 'security'],
  'apps/staff': [
    'app/role-names.ts',
    'app/use-leave-guard.ts',
    'charts',
    'dialogs',
    'exports',
    'features/home',
    'features/saved-filters',
    'features/security',
    'layout',
    'uploads',
    'versioned-texts',
  ],
  'apps/myconsent': [
    'documents',
    'features/consents',
    'features/home',
    'features/invitation',
    'features/newsletter',
    'features/personal-data',
    'features/sf36',
    'features/studies',
    'questions',
  ],
}

/** The files of the domain whose texts only the staff app shows, so that patients do not load them. */
export const staffDomainTexts = [
  'administration/messages.ts',
  'centres/messages.ts',
  'communications/messages.ts',
  'consent/document-messages.ts',
  'ecrf/messages.ts',
  'ecrf/summary-messages.ts',
  'filter/free-sql-messages.ts',
  'filter/messages.ts',
  'rules/messages.ts',
  'settings/messages.ts',
  'users/messages.ts',
]

/**
 * The features of the staff app whose texts load with their own pages, so that the texts of one do not delay the pages of another. Each has
 * a catalogue of its name.
 */
export const staffFeatureTexts = [
  'centre-figures',
  'centres',
  'cohort',
  'communications',
  'configuration',
  'consent-texts',
  'ecrf',
  'export-manifests',
  'findings',
  'log',
  'reference-tables',
  'sf36-versions',
  'studies',
  'synchronisation',
  'users',
]

/**
 * The features of the patients' site whose pages open through a link of a mail or of another page, without a session. Their texts are a
 * catalogue of their own, so that they do not delay the sign-in.
 */
export const linkedFeatureTexts = ['confirm-contact', 'receipt-check', 'deletion-status', 'undo-contact', 'unsubscribe']
