/** A request waits for the centre, was answered by a changed value or an explanation, or the patient withdrew it (REQ-PAT-27). */
export const correctionStates = ['OPEN', 'CHANGED', 'EXPLAINED', 'WITHDRAWN'] as const
export type CorrectionState = (typeof correctionStates)[number]

/** The answers of a centre: the value is changed, or stays for a reason. */
export const correctionAnswers = ['CHANGED', 'EXPLAINED'] as const satisfies readonly CorrectionState[]

export const maxCorrectionText = 500

/** The open requests of one patient at most. */
export const maxOpenCorrections = 30

/** The days without an answer after which a request counts in an indicator of its centre (REQ-CRF-12). */
export const correctionDays = 30
