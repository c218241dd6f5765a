import { superuser } from '@registry/db/embedded/data-directory'
import { ownerRole } from '@registry/db/roles'
import { createTemplate } from '@registry/db/testing/template'

/**
 * `node renew-template.ts <host> <port>`: creates the template of a running test database from the sources as they are now. It is a process of
 * its own, because a process reads a module once.
 */
const [host = '', port = ''] = process.argv.slice(2)
const address = { host, port: Number(port), database: 'postgres' }

await createTemplate({ superuser: { ...address, username: superuser }, owner: { ...address, username: ownerRole } })
