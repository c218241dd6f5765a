/** How a patient wants to be told of what a study finds by chance: the options of the question C_INCIDENTAL in their order (REQ-CON-02). */
export const unexpectedFindings = ['centre_doctor', 'own_doctor', 'not_told'] as const
export type UnexpectedFindings = (typeof unexpectedFindings)[number]

/** Reads the number of the chosen option, from 1. No answer is null. */
export const readUnexpectedFindings = (option: number | null): UnexpectedFindings | null =>
  option === null ? null : (unexpectedFindings[option - 1] ?? null)
