/** The tabs of a record, which are also places in its address. Another place is a section or a field of the form. */
const tabs = ['summary', 'observations', 'discrepancies', 'timeline', 'guardians', 'history'] as const
type Tab = 'form' | (typeof tabs)[number]

export const findTab = (place: string): Tab => tabs.find((tab) => tab === place) ?? 'form'
