/** The earlier releases and this one, the version of `package.json`. A database moves from each to the next one. */
const releases = ['0.2.0', '0.3.0'] as const

/** A release, with the servers that its database supports. A server of the last release runs until all servers are new. */
export type Release = {
  readonly version: string
  /** The oldest server that works with the database. */
  readonly oldestServer: string
}

export const ownRelease: Release = { version: releases.at(-1) ?? releases[0], oldestServer: '0.2.0' }

/** A database that this version must not use or migrate. */
export class MigrationProblem extends Error {}

const isLater = (version: string, other: string): boolean => version.localeCompare(other, 'en', { numeric: true }) > 0
const getMajor = (version: string): string => version.split('.', 1).join('')
const getMinor = (version: string): string => version.split('.', 2).join('.')

/**
 * Compares the release of a database with this one.
 * @returns whether the database is of a later release, which still serves this one
 * @throws MigrationProblem when it no longer serves this one, or when a release between both was skipped
 */
export const isOfLaterRelease = (database: Release, own = ownRelease): boolean => {
  const isNewMain = isLater(getMajor(database.version), getMajor(own.version))
  if (isNewMain || isLater(database.oldestServer, own.version))
    throw new MigrationProblem(
      `the database is of version ${database.version} and serves servers from ${database.oldestServer} on; this one is ${own.version}: start a newer version`,
    )
  if (isLater(database.version, own.version)) return true
  const next = releases[releases.findIndex((release) => getMinor(release) === getMinor(database.version)) + 1] ?? own.version
  if (isLater(own.version, next))
    throw new MigrationProblem(
      `the database is of version ${database.version}: migrate it with version ${next} first, then with ${own.version}`,
    )
  return false
}
