/** Thresholds of unusual counts in the log (THREAT-50). Fewer events never raise an alarm. */
export const anomalyLimits = {
  /** Exported rows of one user in 24 hours. */
  exportedRows: 500,
  /** Denials of one caller in 10 minutes, because data are of another centre, or not found. */
  denials: 20,
  failedSignIns: 50,
  /** Multiple of the usual count. */
  factor: 5,
} as const

/** Count of events in a period, and the average count of such a period. */
export type Occurrences = { readonly count: number; readonly usual: number }

const isUnusual = ({ count, usual }: Occurrences, least: number): boolean => count >= least && count > usual * anomalyLimits.factor

/** Decides on the rows that a user exported in 24 hours. Usual is the average of the days with exports. A first export has no usual number. */
export const isUnusualExport = (rows: Occurrences): boolean => isUnusual(rows, anomalyLimits.exportedRows)

/** Decides on the failed sign-ins of an hour (THREAT-19). */
export const areUnusualSignIns = (failures: Occurrences): boolean => isUnusual(failures, anomalyLimits.failedSignIns)

/** Decides on the denials of one caller in 10 minutes. Trying the data of other centres one by one looks like this. */
export const areUnusualDenials = (count: number): boolean => count >= anomalyLimits.denials
