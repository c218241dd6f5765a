/** The roles that bootstrap.sql creates. */
export const ownerRole = 'registry_owner'
export const serverRole = 'registry_server'
export const filterRole = 'registry_filter'
export const workerRole = 'registry_worker'
