/** A request waits for the centre, was answered by a changed value or an explanation, or the patient withdrew it (REQ-PAT-27). */
export const correctionStates = ['OPEN', 'CHANGED', 'EXPLAINED', 'WITHDRAWN'] as const
export type CorrectionState = (typeof correctionStates)[number]

/** How a centre answers: it changed the value, or explains why the value stays. */
export const correctionAnswers = ['CHANGED', 'EXPLAINED'] as const satisfies readonly CorrectionState[]

export const maxCorrectionText = 500

/** The open requests of one patient at most. */
export const maxOpenCorrections = 30

/** After so many days without an answer a request is an indicator of its centre (REQ-CRF-12). */
export const correctionDays = 30
