import { handleExit } from '@registry/server/app/exit'
import { formatStartFailure } from '@registry/server/app/start-failure'
import { readClusterOptions } from './cluster/options.ts'
import { startCluster, type Cluster } from './cluster/start-cluster.ts'
import { buildApps } from './run/build-apps.ts'
import { handleHelp } from './run/help.ts'

const describe = ({ url, servers, primary, standbys, databaseUrls, environment }: Cluster): string =>
  JSON.stringify({
    url,
    servers: servers.map((server) => ({ url: server.url, pid: server.child().pid })),
    databases: [primary, ...standbys].map(({ pid }, index) => ({
      url: databaseUrls[index],
      pid,
      role: index === 0 ? 'primary' : 'standby',
    })),
    environment,
  })

handleHelp(`pnpm cluster [--servers 2] [--standbys 1] [--directory .cluster]
Starts a small production on this machine, with the balancer on PORT (8080). SERVE_APPS=false leaves the apps out.
The first line is JSON. Exit codes: 0 stopped, 2 it could not start`)
try {
  const options = readClusterOptions(process.argv.slice(2), process.env['PORT'])
  const serveApps = process.env['SERVE_APPS'] !== 'false'
  const cluster = await startCluster({ ...options, serveApps, prepare: serveApps ? buildApps : undefined })
  handleExit({
    stop: async () => cluster[Symbol.asyncDispose](),
    // The end of a database is what a failover is tried with.
    databaseEnded: new Promise(() => {}),
    report: (...problem) => console.error(...problem),
  })
  console.log(describe(cluster))
  const { STAFF_ORIGIN, MYCONSENT_ORIGIN } = cluster.environment
  console.log(`Logs, messages and the variables (environment) are files in ${options.directory}`)
  console.log(`ready  staff ${STAFF_ORIGIN}  patients ${MYCONSENT_ORIGIN}`)
} catch (error) {
  console.error(formatStartFailure(error))
  process.exit(2)
}
