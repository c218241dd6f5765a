/** The kinds of data that a use can be about. `registration` is the centre, the patient code at the centre and the sign-in mode. */
export const dataKinds = ['registration', 'identity', 'personal', 'medical', 'consents', 'studies', 'questionnaires'] as const
export type DataKind = (typeof dataKinds)[number]
