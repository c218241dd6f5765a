/** The address records whether the page changes the data, so that Back and reload keep the mode. */
export type PersonalDataSearch = { readonly vista?: 'modifica' }

export const readPersonalDataSearch = ({ vista }: Readonly<Record<string, unknown>>): PersonalDataSearch =>
  vista === 'modifica' ? { vista } : {}
