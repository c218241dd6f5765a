import { readTable } from '../read.ts'
import type { RowTransform, TransformModule } from '../transform.ts'
import { Inbox } from './inbox.ts'
import { itemsAhead, type Outcome, type ReadTask, type ToReader } from './messages.ts'
import { endingOf } from './task.ts'

/** The process that `read-apart.ts` starts: it reads a file at a time and sends what comes of it as far as it has leave to. */

let credits = new Inbox<true>()

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

const begin = async (task: ReadTask): Promise<void> => {
  credits = new Inbox()
  for (let credit = 0; credit < itemsAhead; credit += 1) credits.put(true)
  await post(await endingOf(() => read(task)))
}

// Nobody is left to read for.
process.on('disconnect', () => process.exit())
process.on('message', (message: ToReader) => (message.type === 'credit' ? credits.put(true) : void begin(message)))
