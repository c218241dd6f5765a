import { readTable } from '../read.ts'
import type { RowTransform, TransformModule } from '../transform.ts'
import { Inbox } from './inbox.ts'
import { type Credit, itemsAhead, type Outcome, type ReadTask } from './messages.ts'
import { endingOf } from './task.ts'

/** The process that `read-apart.ts` starts: it reads one file and sends what comes of it as far as it has leave to. */

const credits = new Inbox<true>()
for (let credit = 0; credit < itemsAhead; credit += 1) credits.put(true)

const post = (message: Outcome<unknown>): Promise<void> =>
  new Promise((sent, failed) => {
    process.send?.(message, undefined, {}, (error) => (error ? failed(error) : sent()))
  })

const send = async (item: unknown): Promise<void> => {
  await credits.take()
  await post({ type: 'item', item })
}

const loaded = async ({ url, options }: NonNullable<ReadTask['transform']>): Promise<RowTransform<unknown>> => {
  const module: TransformModule<unknown, unknown> = await import(url)
  return module.createTransform(options)
}

const read = async ({ path, options, transform }: ReadTask): Promise<void> => {
  const rows = transform && (await loaded(transform))
  for await (const batch of readTable(path, options)) await send(rows ? rows.batch(batch) : batch)
  if (rows?.end) await send(rows.end())
}

const told = new Promise<ReadTask>((resolve) => process.once('message', (task: ReadTask) => resolve(task)))
// Nobody is left to read for.
process.on('disconnect', () => process.exit())
const task = await told
process.on('message', (_credit: Credit) => credits.put(true))
await post(await endingOf(() => read(task)))
process.disconnect()
