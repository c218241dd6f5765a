import type { Language } from '@registry/domain/language'
import type { MRT_Localization } from 'mantine-react-table'
import { MRT_Localization_EN } from 'mantine-react-table/locales/en/index.esm.mjs'
import { MRT_Localization_IT } from 'mantine-react-table/locales/it/index.esm.mjs'

/** The grid's own words. */
export const gridLocales = { it: MRT_Localization_IT, en: MRT_Localization_EN } as const satisfies Record<Language, MRT_Localization>
