import { TableError } from '../table-error.ts'
import type { Inbox } from './inbox.ts'
import type { Credit, Ending, Outcome } from './messages.ts'

/** What happened that the one who takes the items must hear of. */
export type Event<Item> = Outcome<Item> | { readonly type: 'failed'; readonly error: unknown }

/** Work that is done elsewhere. */
export type Task<Item> = {
  readonly events: Inbox<Event<Item>>
  post(message: Credit): void
  stop(): Promise<void>
}

/** The items of a task, as they come; leaving off stops it. @throws TableFault, or the error that ended it */
export async function* itemsOf<Item>(task: Task<Item>): AsyncGenerator<Item> {
  try {
    for (;;) {
      const event = await task.events.take()
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

/** Does `work` and tells how it ended. */
export const endingOf = async (work: () => Promise<void>): Promise<Ending> => {
  try {
    await work()
    return { type: 'done' }
  } catch (error) {
    return error instanceof TableError ? { type: 'table error', code: error.code, params: error.params } : { type: 'error', error }
  }
}
