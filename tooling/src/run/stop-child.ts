import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Sends SIGTERM to a child process and waits for its exit, unless it has ended or never started. */
export const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
