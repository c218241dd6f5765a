/** A centre carries out the guardians' request to anonymise or erase a patient after these days, in which they can take it back (REQ-GRD-12). */
export const withdrawalRequestDays = 14
