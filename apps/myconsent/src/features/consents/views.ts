/** The parts of /consenso that an address can name: the three tabs, and the two modes of their own (spec 1, sections 2 and 4). */
const views = ['informazioni', 'domande', 'consensi', 'modifica', 'ritiro'] as const
export type View = (typeof views)[number]
export const tabs = ['informazioni', 'domande', 'consensi'] as const satisfies readonly View[]
export type Tab = (typeof tabs)[number]
export type ConsentsSearch = { readonly vista?: View }

export const readConsentsSearch = (search: Readonly<Record<string, unknown>>): ConsentsSearch => {
  const vista = views.find((view) => view === search['vista'])
  return vista ? { vista } : {}
}

/** What decides how far a patient may go: consents given before, texts that need a new answer, preliminary questions all Yes. */
export type ConsentStatus = { readonly given: boolean; readonly toRenew: boolean; readonly passed: boolean }

/** The consents can be opened once they were given, or once the preliminary questions are all answered Yes (spec 1, section 4). */
export const consentsOpen = ({ given, passed }: ConsentStatus): boolean => given || passed

/** The view that an address leads to; one that is not open yet leads to the preliminary questions. */
export const resolveView = (wanted: View | undefined, { given, toRenew, passed }: ConsentStatus): View => {
  switch (wanted) {
    case 'informazioni':
    case 'domande':
    case 'ritiro':
      return wanted
    case 'consensi':
      return given ? 'consensi' : passed ? 'modifica' : 'domande'
    case 'modifica':
      return passed ? 'modifica' : 'domande'
    case undefined:
      return given && !toRenew ? 'consensi' : 'informazioni'
  }
}

/** The tab under which a view stands; the withdrawal stands alone. */
export const findTab = (view: Exclude<View, 'ritiro'>): Tab => (view === 'modifica' ? 'consensi' : view)
