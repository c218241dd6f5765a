/** The versions of the data domains of a record; null for a data domain that is not visible. */
export type DataDomainVersions = { readonly personal: number | null; readonly medical: number | null }

const hasChanged = (signed: number | null, now: number | null): boolean => signed !== null && now !== null && signed !== now

/** True after a change of signed values. A data domain that is not visible, now or then, is ignored (REQ-CRF-15). */
export const isBroken = (signed: DataDomainVersions, now: DataDomainVersions): boolean =>
  hasChanged(signed.personal, now.personal) || hasChanged(signed.medical, now.medical)

/** The years that a record can be signed for: the current one and the previous one, which centres check in spring. */
export const listSignableYears = (today: string): readonly number[] => {
  const year = Number(today.slice(0, 4))
  return [year, year - 1]
}
