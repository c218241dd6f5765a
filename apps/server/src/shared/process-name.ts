import { hostname } from 'node:os'

/** Names this process in the log and in the table of jobs: the container or pod, or the machine, and the process on it. */
export const processName = `${hostname()}-${process.pid}`
