import { AppError } from '@registry/domain/error'

/** Maximum duration of a free condition, even before an export, and of a run on screen (REQ-FIL-07). */
export const maxSeconds = 30

const queryCanceled = '57014'
const numberOutOfRange = '22003'

/** Converts Postgres errors about a condition: exceeding the time limit, or a number that is out of range. */
export const toConditionFailure = (error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === queryCanceled) return new AppError('filter_too_slow', { seconds: maxSeconds })
  return code === numberOutOfRange ? new AppError('filter_number_too_large') : error
}

/** Runs the query of a condition. @throws AppError filter_too_slow, filter_number_too_large */
export const runCondition = async <T>(query: () => Promise<T>): Promise<T> => {
  try {
    return await query()
  } catch (error) {
    throw toConditionFailure(error)
  }
}
