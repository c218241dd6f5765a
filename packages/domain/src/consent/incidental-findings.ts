/** The patient's choice about incidental findings: the options of the question C_INCIDENTAL in their order. */
export const incidentalFindings = ['centre_doctor', 'own_doctor', 'not_told'] as const
export type IncidentalFindings = (typeof incidentalFindings)[number]

/** Reads the number of the chosen option, from 1. No answer is null. */
export const readIncidentalFindings = (option: number | null): IncidentalFindings | null =>
  option === null ? null : (incidentalFindings[option - 1] ?? null)
