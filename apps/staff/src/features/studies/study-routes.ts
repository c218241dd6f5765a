import { type ViewAddress, readViewAddress, type SearchParams } from '@registry/ui/grid/view-address.ts'
import { queryClient, trpc } from '../../app/shell.ts'
import { newStudyId, type StudyArea } from './study-areas.ts'

/** The tabs of a study in addition to its details (document 2, section 2). */
export const studyTabs = ['pazienti', 'esportazione'] as const
export type StudyTab = (typeof studyTabs)[number]

/** `modifica` opens the form, so that Back closes it. */
export type StudySearch = { readonly modifica?: true; readonly scheda?: StudyTab }

export const readStudySearch = (search: SearchParams): StudySearch => {
  const tab = studyTabs.find((one) => one === search['scheda'])
  return { ...(search['modifica'] === true && { modifica: true }), ...(tab && { scheda: tab }) }
}

/** The options of the route of a list of studies. The file of each address states its component, so that the build splits it off. */
export const studyListRoute = ({ asRole }: StudyArea) => ({
  validateSearch: (search: SearchParams): ViewAddress => readViewAddress(search),
  loader: () => queryClient.ensureQueryData(trpc.studies.list.queryOptions({ asRole })),
})

/** The options of the route of one study, or of a new one. */
export const studyRoute = ({ asRole }: StudyArea) => ({
  validateSearch: readStudySearch,
  loader: async ({ params: { studioId: id } }: { readonly params: { readonly studioId: string } }): Promise<void> => {
    if (id === newStudyId) await queryClient.ensureQueryData(trpc.studies.options.queryOptions())
    else
      await Promise.all([
        queryClient.ensureQueryData(trpc.studies.detail.queryOptions({ id, asRole })),
        queryClient.ensureQueryData(trpc.studies.flow.queryOptions({ id, asRole })),
      ])
  },
})
