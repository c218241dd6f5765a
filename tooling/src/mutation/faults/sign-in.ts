import type { PlantedFault } from '../planted-fault.ts'

const server = 'apps/server/src'
const folder = `${server}/features/sign-in`
const failureLimits = `${folder}/failure-limits.test.ts`
const addressLimits = `${folder}/address-limits.test.ts`
const constantTime = `${folder}/constant-time.test.ts`
const history = `${folder}/password-history.test.ts`
const ownSessions = `${folder}/own-sessions.test.ts`
const centre = `${server}/auth/centre-access.test.ts`
const trpc = `${server}/http/trpc/plugin.test.ts`

/** Removes one protection of the sign-in at a time. */
export const signInFaults: readonly PlantedFault[] = [
  {
    name: 'sign-in accepts batches',
    file: `${server}/http/trpc/plugin.ts`,
    find: "calls.length > 1 && type !== 'query'",
    replace: "calls.length > 100 && type !== 'query'",
    tests: [trpc],
  },
  {
    name: 'responses are sent as soon as they are ready',
    file: 'apps/server/src/auth/constant-time.ts',
    find: 'await timer.wait(Math.max(1, Math.ceil(taken / stepMs)) * stepMs - taken)',
    replace: 'await timer.wait(0)',
    tests: [constantTime],
  },
  {
    name: 'the staff sign-in responds as soon as it is ready',
    file: `${folder}/staff.ts`,
    find: 'runInConstantTime(deps, stepMs, () => verifyCredentials(deps, caller, name, password))',
    replace: 'verifyCredentials(deps, caller, name, password)',
    tests: [constantTime],
  },
  {
    name: 'unknown names skip the password hash',
    file: 'apps/server/src/auth/password-check.ts',
    find: '(await hashing.verifySecret(account?.passwordHash ?? undefined, password)) ? account : undefined',
    replace: 'account && (await hashing.verifySecret(account.passwordHash, password)) ? account : undefined',
    tests: [constantTime],
  },
  {
    name: 'twenty attempts a minute from one address have no limit',
    file: 'packages/domain/src/access/sign-in-policy.ts',
    find: '    { attempts: 20, seconds: 60 },\n',
    replace: '',
    tests: [addressLimits],
  },
  {
    name: 'a hundred attempts an hour from one address have no limit',
    file: 'packages/domain/src/access/sign-in-policy.ts',
    find: '    { attempts: 100, seconds: 3600 },\n',
    replace: '',
    tests: [addressLimits],
  },
  {
    name: 'three hundred attempts an hour from one network have no limit',
    file: 'packages/domain/src/access/sign-in-policy.ts',
    find: "    { attempts: 300, seconds: 3600, block: 'network' },\n",
    replace: '',
    tests: [addressLimits],
  },
  {
    name: 'codes from a browser without a request have no limit',
    file: `${folder}/patient-codes.ts`,
    find: '  if (!attempt) await takeAddressAttempt(deps, caller)\n',
    replace: '',
    tests: [addressLimits],
  },
  {
    name: 'invented links have no limit',
    file: `${folder}/links.ts`,
    find: '        await takeAddressAttempt(deps, caller)\n',
    replace: '',
    tests: [addressLimits],
  },
  {
    name: 'authenticator codes without a password have no limit',
    file: `${folder}/second-factor/sign-in.ts`,
    find: '      await takeAddressAttempt(deps, caller)\n',
    replace: '',
    tests: [addressLimits],
  },
  {
    name: 'failures never block the sign-in',
    file: 'apps/server/src/auth/attempts.ts',
    find: ' AND t.failures < ${maxFailures}',
    replace: '',
    tests: [failureLimits],
  },
  {
    name: 'failures cause no delay',
    file: 'apps/server/src/auth/attempts.ts',
    find: 'WHERE t.next_attempt_at <= ${now} AND',
    replace: 'WHERE',
    tests: [failureLimits],
  },
  {
    name: 'no device or address becomes known',
    file: `${server}/auth/known-origins.ts`,
    find: 'AND last_success_at > ${since}',
    replace: 'AND false AND last_success_at > ${since}',
    tests: [failureLimits],
  },
  {
    name: 'a known origin shares the limits of its address',
    file: 'apps/server/src/auth/attempt-origin.ts',
    find: '  origin?.known\n    ? limits',
    replace: '  origin === undefined\n    ? limits',
    tests: [failureLimits],
  },
  {
    name: 'a temporary password is delayed like any other',
    file: `${folder}/staff.ts`,
    find: 'if (account && isTemporaryPassword(account, password, deps.clock()))',
    replace: 'if (account && isTemporaryPassword(account, password, new Date(8.64e15)))',
    tests: [failureLimits],
  },
  {
    name: 'a correct password counts against its address',
    file: 'apps/server/src/auth/attempt-origin.ts',
    find: '  if (result.found !== undefined) await releaseAddressAttempt(needs, caller, origin)\n',
    replace: '',
    tests: [failureLimits],
  },
  {
    name: 'simultaneous correct passwords count against each other',
    file: `${server}/auth/keyed-lock.ts`,
    find: '(tails.get(key) ?? Promise.resolve()).then(work)',
    replace: 'Promise.resolve().then(work)',
    tests: [failureLimits, centre],
  },
  {
    name: 'a limit distinguishes a correct password from a wrong one',
    file: `${folder}/patient-codes.ts`,
    find: '      await countAttempt(deps, origin)\n',
    replace: '',
    tests: [failureLimits],
  },
  {
    name: 'reauthentication accepts unlimited guesses',
    file: 'apps/server/src/auth/reauthentication.ts',
    find: 'const { found } = await checkSecretInSession(deps, caller, () => verifyPassword(deps, account, password))',
    replace: 'const found = await verifyPassword(deps, account, password)',
    tests: [failureLimits],
  },
  {
    name: 'another session ends without reauthentication',
    file: `${folder}/own-sessions.ts`,
    find: '  end: async (caller, { id, password }) => {\n    await deps.reauthenticate(caller, password)\n',
    replace: '  end: async (caller, { id }) => {\n',
    tests: [ownSessions],
  },
  {
    name: 'a restricted session can do everything',
    file: `${server}/auth/session.ts`,
    find: "  if (row.restricted) return { kind: 'restricted', person }\n",
    replace: '',
    tests: [`${server}/http/rights.test.ts`],
  },
  {
    name: 'wrong passwords of a centre have no limit',
    file: `${server}/auth/centre-access.ts`,
    find: '  if (reservation.wait > 0) throw',
    replace: '  if (reservation.wait > 1e9) throw',
    tests: [centre],
  },
  {
    name: 'wrong centre codes have no limit by address',
    file: `${server}/auth/centre-access.ts`,
    find: '    if (seconds > 0) throw',
    replace: '    if (seconds > 1e9) throw',
    tests: [centre],
  },
  {
    name: 'correct calls of a centre count against it',
    file: `${server}/auth/centre-access.ts`,
    find: '  await reservation.release()\n',
    replace: '  await reservation.keep()\n',
    tests: [centre],
  },
  {
    name: 'a seeded password is not in the password history',
    file: 'packages/db/src/sql/passwords.ts',
    find: 'SELECT id, password_hash FROM inserted WHERE password_hash IS NOT NULL',
    replace: 'SELECT id, password_hash FROM inserted WHERE false',
    tests: ['packages/db/src/sql/passwords.test.ts'],
  },
  {
    name: 'the own e-mail is accepted as a password',
    file: `${folder}/change-password.ts`,
    find: '    isOwnText(password, account.personalWords) ||\n',
    replace: '',
    tests: [history],
  },
]
