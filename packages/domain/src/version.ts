const parseVersion = (version: string): readonly number[] => version.split(/[.+-]/, 3).map((part) => Number.parseInt(part, 10) || 0)

/** True when `known` is a later version than `own`; what follows the three numbers of a version is not compared. */
export const isNewer = (known: string, own: string): boolean => {
  const [left, right] = [parseVersion(known), parseVersion(own)]
  const differing = [0, 1, 2].find((at) => (left[at] ?? 0) !== (right[at] ?? 0))
  return differing !== undefined && (left[differing] ?? 0) > (right[differing] ?? 0)
}
