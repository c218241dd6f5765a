import { textsIn } from '@registry/ui/language/language.tsx'

/** What every page starts with: the shared texts and those of this app. */
export const loadFirstTexts = textsIn({ it: () => import('./messages.it.ts'), en: () => import('./messages.en.ts') })

/** What pages with a session show. */
export const loadSignedInTexts = textsIn({
  it: () => import('./messages.signed-in.it.ts'),
  en: () => import('./messages.signed-in.en.ts'),
})

/** What only the pages of centres show. */
export const loadCentreTexts = textsIn({
  it: () => import('../../locales/centres/it.po'),
  en: () => import('../../locales/centres/en.po'),
})

/** What only the figures of a centre show. */
export const loadCentreFigureTexts = textsIn({
  it: () => import('../../locales/centre-figures/it.po'),
  en: () => import('../../locales/centre-figures/en.po'),
})

/** What only the pictures of cohorts show. */
export const loadCohortTexts = textsIn({
  it: () => import('../../locales/cohort/it.po'),
  en: () => import('../../locales/cohort/en.po'),
})

/** What only the communications show. */
export const loadCommunicationTexts = textsIn({
  it: () => import('../../locales/communications/it.po'),
  en: () => import('../../locales/communications/en.po'),
})

/** What only the global configuration shows. */
export const loadConfigurationTexts = textsIn({
  it: () => import('../../locales/configuration/it.po'),
  en: () => import('../../locales/configuration/en.po'),
})

/** What only the texts of the consents show. */
export const loadConsentTextTexts = textsIn({
  it: () => import('../../locales/consent-texts/it.po'),
  en: () => import('../../locales/consent-texts/en.po'),
})

/** What only the pages of the e-CRF show. */
export const loadEcrfTexts = textsIn({
  it: () => import('../../locales/ecrf/it.po'),
  en: () => import('../../locales/ecrf/en.po'),
})

/** What only the lists of export manifests show. */
export const loadExportManifestTexts = textsIn({
  it: () => import('../../locales/export-manifests/it.po'),
  en: () => import('../../locales/export-manifests/en.po'),
})

/** What only the pages of findings show. */
export const loadFindingTexts = textsIn({
  it: () => import('../../locales/findings/it.po'),
  en: () => import('../../locales/findings/en.po'),
})

/** What only the log shows. */
export const loadLogTexts = textsIn({
  it: () => import('../../locales/log/it.po'),
  en: () => import('../../locales/log/en.po'),
})

/** What only the service tables show. */
export const loadReferenceTableTexts = textsIn({
  it: () => import('../../locales/reference-tables/it.po'),
  en: () => import('../../locales/reference-tables/en.po'),
})

/** What only the wordings of the SF-36 show. */
export const loadSf36VersionTexts = textsIn({
  it: () => import('../../locales/sf36-versions/it.po'),
  en: () => import('../../locales/sf36-versions/en.po'),
})

/** What only the pages of studies show. */
export const loadStudyTexts = textsIn({
  it: () => import('../../locales/studies/it.po'),
  en: () => import('../../locales/studies/en.po'),
})

/** What only the synchronisation of patients and data shows. */
export const loadSynchronisationTexts = textsIn({
  it: () => import('../../locales/synchronisation/it.po'),
  en: () => import('../../locales/synchronisation/en.po'),
})

/** What only the pages of users show. */
export const loadUserTexts = textsIn({
  it: () => import('../../locales/users/it.po'),
  en: () => import('../../locales/users/en.po'),
})
