import { connect, type DatabaseAddress } from '@registry/db/connect'
import { startJob } from '../repeat.ts'

/** Holds the lease of a job in a run that never ends, in a process that a test kills. */
const database = connect(JSON.parse(process.env['TEST_DATABASE'] ?? '') as DatabaseAddress, { max: 1 })
startJob(
  { database, processName: 'killed' },
  {
    name: 'cohorts',
    leaseMs: 600,
    atStop: false,
    run: () => {
      process.send?.('running')
      return new Promise(() => {})
    },
    onFailure: (error) => {
      throw error
    },
  },
)
