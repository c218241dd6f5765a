import { connect, type DatabaseAddress } from '@registry/db/connect'
import { loadDemo } from '@registry/demo-data/load'
import { createEncryption } from '@registry/server/auth/encryption'
import { createHashing } from '@registry/server/auth/password-hashing'
import { createSecretKey } from '@registry/server/auth/secret-key'
import { formatScanContext } from '@registry/server/features/consents/paper/scan'

const hasCentres = async (owner: DatabaseAddress): Promise<boolean> => {
  const database = connect(owner, { max: 1 })
  try {
    const [found] = await database<{ centres: boolean }[]>`SELECT EXISTS (SELECT FROM centre) AS centres`
    return found?.centres ?? false
  } finally {
    await database.end()
  }
}

/** Loads the demo data into a database without centres. Another database stays unchanged. A signed form waits only with the key of the server. */
export const loadDemoOnce = async (
  owner: DatabaseAddress,
  patients: number | undefined,
  env?: Parameters<typeof createSecretKey>[0],
): Promise<void> => {
  if (await hasCentres(owner)) {
    console.log('The database has data already and keeps them. `pnpm demo --fresh` or `pnpm dev --fresh` starts with an empty database.')
    return
  }
  console.log('Loading the demo data')
  await loadDemo(owner, {
    today: new Date().toISOString().slice(0, 10),
    hashSecret: createHashing().hashSecret,
    ...(env && {
      encryptScan: (scan: Uint8Array, id: string) => createEncryption(createSecretKey(env)).scans.encrypt(scan, formatScanContext(id)),
    }),
    ...(patients !== undefined && { patients, onProgress: (loaded) => console.log(`  ${loaded} of ${patients} patients`) }),
  })
}
