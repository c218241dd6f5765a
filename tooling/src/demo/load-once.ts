import { connect, type DatabaseAddress } from '@registry/db/connect'
import { loadDemo } from '@registry/demo-data/load'
import { createHashing } from '@registry/server/auth/password-hashing'

const hasCentres = async (owner: DatabaseAddress): Promise<boolean> => {
  const database = connect(owner, { max: 1 })
  try {
    const [found] = await database<{ centres: boolean }[]>`SELECT EXISTS (SELECT FROM centre) AS centres`
    return found?.centres ?? false
  } finally {
    await database.end()
  }
}

/** Loads the demo data into a database without centres. Another database stays unchanged. */
export const loadDemoOnce = async (owner: DatabaseAddress, patients: number | undefined): Promise<void> => {
  if (await hasCentres(owner)) {
    console.log('The database has data already and keeps them. `pnpm demo --fresh` or `pnpm dev --fresh` starts with an empty database.')
    return
  }
  console.log('Loading the demo data')
  await loadDemo(owner, {
    today: new Date().toISOString().slice(0, 10),
    hashSecret: createHashing().hashSecret,
    ...(patients !== undefined && { patients, onProgress: (loaded) => console.log(`  ${loaded} of ${patients} patients`) }),
  })
}
