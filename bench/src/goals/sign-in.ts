import { availableParallelism } from 'node:os'
import { createHashing } from '@registry/server/auth/password-hashing'
import { addManagers, readOnce, signIn } from '../client.ts'
import { runLoad, runRounds } from '../measure.ts'
import type { Registry } from '../registry.ts'
import { formatRatios, median, slowest95Result, type Result } from '../results.ts'

const windowMs = 5000
const signInConnections = 10
const readConnections = 5

/** Sign-ins compared with the bare check of passwords, and reads meanwhile (THREAT-20). */
export const measureSignIn = async (registry: Registry, rounds: number): Promise<Result[]> => {
  const emails = await addManagers(registry, signInConnections)
  const reader = await signIn(registry.port, 'dm@demo.example')
  const hashing = createHashing()
  const hash = await hashing.hashSecret('a long enough password')
  const measured = await runRounds(rounds, async () => {
    const bare = await runLoad(availableParallelism(), windowMs, () => hashing.verifySecret(hash, 'a long enough password'))
    const signIns = await runLoad(signInConnections, windowMs, (agent, connection) =>
      signIn(registry.port, emails[connection] ?? '', agent),
    )
    const [, reads] = await Promise.all([
      runLoad(signInConnections, windowMs, (agent, connection) => signIn(registry.port, emails[connection] ?? '', agent)),
      runLoad(readConnections, windowMs, (agent) => readOnce(reader, '/get_userinfo', agent)),
    ])
    return { ratio: signIns.perSecond / bare.perSecond, reads }
  })
  const ratios = measured.map(({ ratio }) => ratio)
  return [
    { goal: 'sign-ins a second: ≥ 0.8 of the bare password hash', measured: formatRatios(ratios), met: median(ratios) >= 0.8 },
    slowest95Result(
      `reads over ${readConnections} connections during sign-ins`,
      measured.flatMap(({ reads }) => reads.times),
      300,
    ),
  ]
}
