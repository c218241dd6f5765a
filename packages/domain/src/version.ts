const parseVersion = (version: string): readonly number[] => version.split(/[.+-]/, 3).map((part) => Number.parseInt(part, 10) || 0)

/** Whether `version` is later than `current`. Only the first three numbers count. */
export const isNewer = (version: string, current: string): boolean => {
  const [left, right] = [parseVersion(version), parseVersion(current)]
  const differing = [0, 1, 2].find((index) => (left[index] ?? 0) !== (right[index] ?? 0))
  return differing !== undefined && (left[differing] ?? 0) > (right[differing] ?? 0)
}
