/**
 * Who acts for a patient: a parent or guardian of a minor, a tutor of an adult, or a support administrator who, as the decree says, signs
 * together with the beneficiary or alone.
 */
export const guardianKinds = ['PARENT', 'GUARDIAN', 'TUTOR', 'SUPPORT_TOGETHER', 'SUPPORT_ALONE'] as const
export type GuardianKind = (typeof guardianKinds)[number]

/** The kinds that end on the 18th birthday. Without a birth date nobody can be added as one. */
export const minorGuardianKinds = ['PARENT', 'GUARDIAN'] as const satisfies readonly GuardianKind[]

/** The reasons why one guardian signs alone although the record names a second one. */
export const soleReasons = ['SOLE_RESPONSIBILITY', 'DEATH', 'COURT'] as const
export type SoleReason = (typeof soleReasons)[number]

type Signer = { readonly mustSign: boolean; readonly reason: SoleReason | null }

/** Whether a centre that adds a guardian must say why one guardian signs alone: the record names another one, and fewer than two must sign (D21). */
export const needsSoleReason = (mustSign: boolean, others: readonly Signer[]): boolean =>
  others.length > 0 &&
  [{ mustSign }, ...others].filter((signer) => signer.mustSign).length < 2 &&
  others.every(({ reason }) => reason === null)

/** The proof of the guardian's right to act that the centre saw. */
export const guardianEvidence = ['ID_SEEN', 'COURT_ORDER', 'OTHER'] as const
export type GuardianEvidence = (typeof guardianEvidence)[number]
