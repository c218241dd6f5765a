import { TableError } from '../table-error.ts'
import type { AsyncQueue } from './async-queue.ts'
import type { Credit, TaskEnd, TaskOutput } from './messages.ts'

/** A message of the worker, or a failure of the worker. */
export type TaskEvent<Item> = TaskOutput<Item> | { readonly type: 'failed'; readonly error: unknown }

/** Work in another process or thread. */
export type Task<Item> = {
  readonly events: AsyncQueue<TaskEvent<Item>>
  post(message: Credit): void
  stop(): Promise<void>
}

/** Yields the items of a task in order. Stops the task when the consumer stops. @throws TableError, or the error that ended the task */
export async function* streamItems<Item>(task: Task<Item>): AsyncGenerator<Item> {
  try {
    for (;;) {
      const event = await task.events.next()
      if (event.type === 'done') return
      if (event.type === 'table error') throw new TableError(event.code, event.params)
      if (event.type !== 'item') throw event.error
      yield event.item
      task.post({ type: 'credit' })
    }
  } finally {
    await task.stop()
  }
}

/** Runs `work` and returns how it ended. */
export const runTask = async (work: () => Promise<void>): Promise<TaskEnd> => {
  try {
    await work()
    return { type: 'done' }
  } catch (error) {
    return error instanceof TableError ? { type: 'table error', code: error.code, params: error.params } : { type: 'error', error }
  }
}
