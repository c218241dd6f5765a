import { readOpenQuestion } from '../../questions/questionnaire.ts'

/** The views of /consenso that an address can name: the three tabs, the edit mode, the confirmation and the withdrawal. */
const views = ['informazioni', 'domande', 'consensi', 'modifica', 'fatto', 'ritiro'] as const
export type View = (typeof views)[number]
export const tabs = ['informazioni', 'domande', 'consensi'] as const satisfies readonly View[]
export type Tab = (typeof tabs)[number]
/** `domanda` is the field of the open question, or the review. So the browser's Back leads to the previous question. */
export type ConsentsSearch = { readonly vista?: View; readonly domanda?: string }

export const readConsentsSearch = (search: Readonly<Record<string, unknown>>): ConsentsSearch => {
  const vista = views.find((view) => view === search['vista'])
  const domanda = vista && readOpenQuestion(search['domanda'])
  return { ...(vista && { vista }), ...(domanda !== undefined && { domanda }) }
}

/** Whether consents were given, documents need a new answer, and the preliminary questions are all answered Yes. */
export type ConsentStatus = { readonly given: boolean; readonly toRenew: boolean; readonly passed: boolean }

/** The consents open after the first consents, or after all preliminary questions are answered Yes (REQ-CON-03). */
export const mayOpenConsents = ({ given, passed }: ConsentStatus): boolean => given || passed

/** The view after the information: the answers, or what is missing before them. */
export const findNextView = ({ given, toRenew, passed }: ConsentStatus): 'consensi' | 'modifica' | 'domande' =>
  given && !toRenew ? 'consensi' : passed ? 'modifica' : 'domande'

/** The view of an address. A view that is not open leads to the preliminary questions. */
export const resolveView = (requested: View | undefined, { given, toRenew, passed }: ConsentStatus): View => {
  switch (requested) {
    case 'informazioni':
    case 'domande':
    case 'ritiro':
      return requested
    case 'consensi':
    case 'fatto':
      return given ? requested : passed ? 'modifica' : 'domande'
    case 'modifica':
      return passed ? 'modifica' : 'domande'
    case undefined:
      return given && !toRenew ? 'consensi' : 'informazioni'
  }
}

/** The views without tabs. */
export type PageOfItsOwn = 'ritiro' | 'fatto'

/** The tab of a view. */
export const findTab = (view: Exclude<View, PageOfItsOwn>): Tab => (view === 'modifica' ? 'consensi' : view)
