import type { Services } from '@registry/api-contract/services'
import type { Study, StudyFlow, StudyOptions } from '@registry/api-contract/studies'
import { vi } from 'vitest'

/** A study that waits for its first ethics decision. */
export const storedStudy = (part: Partial<Study> = {}): Study => ({
  id: 'IRON 1',
  version: 1,
  title: 'Ferro nel cuore',
  description: 'Confronta due farmaci.',
  texts: {
    title: 'Ferro nel cuore',
    description: 'Confronta due farmaci.',
    titleEn: null,
    descriptionEn: null,
    purpose: null,
    purposeEn: null,
    duration: null,
    durationEn: null,
  },
  contact: null,
  sheets: [],
  mainCentre: { id: 'RM01', name: 'Roma' },
  status: 'EthicsCommitteeWaiting',
  suspended: false,
  endDate: null,
  type: { id: 'EF', label: 'Con aziende', extraeu: false, f: true, p_db: false },
  filter: { id: 3, name: 'Ferritina alta', description: 'Oltre 2500' },
  sf36: { version: 1, description: 'SF-36 dimostrativo' },
  videoUrl: null,
  approved: null,
  enrolledCentres: [],
  decisions: [],
  ops: [],
  readonly: true,
  editable: [],
  actions: [],
  ...part,
})

const noCounts = { candidates: 0, approved: 0, refused: 0, invited: 0, waiting: 0, yes: 0, no: 0, left: 0, exported: 0 }
const emptyFlow: StudyFlow = { isRounded: false, total: noCounts, centres: [], recruitment: [] }

const options: StudyOptions = {
  centres: [
    { id: 'RM01', name: 'Roma' },
    { id: 'MI01', name: 'Milano' },
  ],
  types: [{ id: 'EA', label: 'Solo accademico' }],
  filters: [{ id: 3, name: 'Ferritina alta', description: 'Oltre 2500' }],
  questionnaires: [{ version: 1, description: 'SF-36 dimostrativo' }],
}

/** A server with one study, whose changes answer `after`. */
export const fakeStudies = (study: Study, { after = study, flow = {} }: { after?: Study; flow?: Partial<StudyFlow> } = {}) => {
  const change = () => vi.fn(async (): Promise<Study> => after)
  return {
    list: async () => [study],
    detail: vi.fn(async (): Promise<Study> => study),
    flow: async () => ({ ...emptyFlow, ...flow, total: { ...noCounts, ...flow.total } }),
    options: async () => options,
    create: change(),
    change: change(),
    setEndDate: change(),
    decideEthics: change(),
    terminate: change(),
    suspend: change(),
    reactivate: change(),
    remove: vi.fn(async () => undefined),
  } satisfies Partial<Services['studies']>
}
