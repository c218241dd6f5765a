/** The tabs of a study. An address without a tab opens the information. */
export const studyTabs = ['informazioni', 'consenso'] as const
export type StudyTab = (typeof studyTabs)[number]
export type StudySearch = { readonly vista?: StudyTab }

export const readStudySearch = (search: Readonly<Record<string, unknown>>): StudySearch => {
  const vista = studyTabs.find((tab) => tab === search['vista'])
  return vista ? { vista } : {}
}
