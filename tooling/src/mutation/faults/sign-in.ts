import type { PlantedFault } from '../planted-fault.ts'

const server = 'apps/server/src'
const folder = `${server}/features/sign-in`
const lockOut = `${folder}/lock-out.test.ts`
const addressLimits = `${folder}/address-limits.test.ts`
const sameTime = `${folder}/same-time.test.ts`
const history = `${folder}/password-history.test.ts`
const ownSessions = `${folder}/own-sessions.test.ts`
const centre = `${server}/auth/centre-access.test.ts`
const trpc = `${server}/http/trpc/plugin.test.ts`

/** Each wall of the sign-in falls alone. */
export const signInFaults: readonly PlantedFault[] = [
  {
    name: 'a batch may try passwords',
    file: `${server}/http/trpc/plugin.ts`,
    find: "calls.length > 1 && type !== 'query'",
    replace: "calls.length > 100 && type !== 'query'",
    tests: [trpc],
  },
  {
    name: 'answers leave when they are ready',
    file: 'apps/server/src/auth/constant-time.ts',
    find: 'await pace.wait(Math.max(1, Math.ceil(taken / stepMs)) * stepMs - taken)',
    replace: 'await pace.wait(0)',
    tests: [sameTime],
  },
  {
    name: 'the sign-in of staff leaves when it is ready',
    file: `${folder}/staff.ts`,
    find: 'evenly(deps, stepMs, () => recognise(deps, caller, name, password))',
    replace: 'recognise(deps, caller, name, password)',
    tests: [sameTime],
  },
  {
    name: 'unknown names cost no hash',
    file: 'apps/server/src/auth/password-check.ts',
    find: '(await hashing.verifySecret(account?.passwordHash ?? undefined, password)) ? account : undefined',
    replace: 'account && (await hashing.verifySecret(account.passwordHash, password)) ? account : undefined',
    tests: [sameTime],
  },
  {
    name: 'twenty in a minute from one address are no bound',
    file: 'packages/domain/src/access/sign-in-policy.ts',
    find: '    { tries: 20, seconds: 60 },\n',
    replace: '',
    tests: [addressLimits],
  },
  {
    name: 'a hundred in an hour from one address are no bound',
    file: 'packages/domain/src/access/sign-in-policy.ts',
    find: '    { tries: 100, seconds: 3600 },\n',
    replace: '',
    tests: [addressLimits],
  },
  {
    name: 'three hundred in an hour from one network are no bound',
    file: 'packages/domain/src/access/sign-in-policy.ts',
    find: "    { tries: 300, seconds: 3600, of: 'network' },\n",
    replace: '',
    tests: [addressLimits],
  },
  {
    name: 'codes without a browser that asked for one meet no bound',
    file: `${folder}/codes.ts`,
    find: '  if (!tried) await countCall(deps, caller)\n',
    replace: '',
    tests: [addressLimits],
  },
  {
    name: 'invented links meet no bound',
    file: `${folder}/links.ts`,
    find: '        await countCall(deps, caller)\n',
    replace: '',
    tests: [addressLimits],
  },
  {
    name: 'codes of an app without a password meet no bound',
    file: `${folder}/second-factor/sign-in.ts`,
    find: '      await countCall(deps, caller)\n',
    replace: '',
    tests: [addressLimits],
  },
  {
    name: 'misses never stop',
    file: 'apps/server/src/auth/attempts.ts',
    find: ' AND t.misses < ${missesAtMost}',
    replace: '',
    tests: [lockOut],
  },
  {
    name: 'misses ask for no wait',
    file: 'apps/server/src/auth/attempts.ts',
    find: 'WHERE t.next_try_at <= ${now} AND',
    replace: 'WHERE',
    tests: [lockOut],
  },
  {
    name: 'no device or address is known',
    file: `${server}/auth/known-networks.ts`,
    find: 'AND last_success_at > ${since}',
    replace: 'AND false AND last_success_at > ${since}',
    tests: [lockOut],
  },
  {
    name: 'a known place shares the bounds of its address',
    file: 'apps/server/src/auth/attempt-origin.ts',
    find: '  origin?.known\n    ? bounds',
    replace: '  origin === undefined\n    ? bounds',
    tests: [lockOut],
  },
  {
    name: 'a temporary password waits like any other',
    file: `${folder}/staff.ts`,
    find: 'if (account && isTemporary(account, password, deps.clock()))',
    replace: 'if (account && isTemporary(account, password, new Date(8.64e15)))',
    tests: [lockOut],
  },
  {
    name: 'a right password counts against its address',
    file: 'apps/server/src/auth/attempt-origin.ts',
    find: '  if (answer.found !== undefined) await takeCallBack(needs, caller, origin)\n',
    replace: '',
    tests: [lockOut],
  },
  {
    name: 'right passwords at once count against each other',
    file: `${server}/auth/advisory-lock.ts`,
    find: '(tails.get(key) ?? Promise.resolve()).then(work)',
    replace: 'Promise.resolve().then(work)',
    tests: [lockOut, centre],
  },
  {
    name: 'a limit tells a right password from a wrong one',
    file: `${folder}/codes.ts`,
    find: '      await countTry(deps, origin)\n',
    replace: '',
    tests: [lockOut],
  },
  {
    name: 'the password that is asked again may be guessed without end',
    file: 'apps/server/src/auth/reauthentication.ts',
    find: 'const { found } = await attemptInSession(deps, caller, () => provePassword(deps, account, password))',
    replace: 'const found = await provePassword(deps, account, password)',
    tests: [lockOut],
  },
  {
    name: 'another session is ended without the password',
    file: `${folder}/own-sessions.ts`,
    find: '  end: async (caller, { id, password }) => {\n    await deps.stepUp(caller, password)\n',
    replace: '  end: async (caller, { id }) => {\n',
    tests: [ownSessions],
  },
  {
    name: 'a session that may only choose a password can do everything',
    file: `${server}/auth/session.ts`,
    find: "  if (row.restricted) return { kind: 'restricted', person }\n",
    replace: '',
    tests: [`${server}/http/rights.test.ts`],
  },
  {
    name: 'a centre’s wrong passwords meet no bound',
    file: `${server}/auth/centre-access.ts`,
    find: '  if (place.wait > 0) throw',
    replace: '  if (place.wait > 1e9) throw',
    tests: [centre],
  },
  {
    name: 'wrong codes of centres meet no bound of their address',
    file: `${server}/auth/centre-access.ts`,
    find: '    if (seconds > 0) throw',
    replace: '    if (seconds > 1e9) throw',
    tests: [centre],
  },
  {
    name: 'a centre pays for right calls',
    file: `${server}/auth/centre-access.ts`,
    find: '  await place.release()\n',
    replace: '  await place.keep()\n',
    tests: [centre],
  },
  {
    name: 'a seeded password is in no history',
    file: 'packages/db/src/sql/passwords.ts',
    find: 'SELECT id, password_hash FROM made WHERE password_hash IS NOT NULL',
    replace: 'SELECT id, password_hash FROM made WHERE false',
    tests: ['packages/db/src/sql/passwords.test.ts'],
  },
  {
    name: 'the own e-mail is a password',
    file: `${folder}/change-password.ts`,
    find: ' || isOwnText(password, account.ownWords)',
    replace: '',
    tests: [history],
  },
]
