import { flushCompileCache } from 'node:module'
import { readTable } from '../read/read-table.ts'
import { AsyncQueue } from './async-queue.ts'
import { itemCredits, type ReaderProcessInput, type ReadRequest, type TaskOutput } from './messages.ts'
import { runTask } from './task.ts'
import type { RowTransform, TransformModule } from './transform.ts'

/** Entry point of the process that `reader-pool.ts` starts. It reads one file at a time and sends one item per credit. */

let credits = new AsyncQueue<true>()

const post = (message: TaskOutput<unknown>): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, undefined, {}, (error) => (error ? reject(error) : resolve()))
  })

const sendItem = async (item: unknown): Promise<void> => {
  await credits.next()
  await post({ type: 'item', item })
}

const loadTransform = async ({ url, options }: NonNullable<ReadRequest['transform']>): Promise<RowTransform<unknown>> => {
  const module: TransformModule<unknown, unknown> = await import(url)
  return module.createTransform(options)
}

const readFile = async ({ path, options, transform }: ReadRequest): Promise<void> => {
  const rows = transform && (await loadTransform(transform))
  for await (const batch of readTable(path, options)) await sendItem(rows ? rows.batch(batch) : batch)
  if (rows?.end) await sendItem(rows.end())
}

const startTask = async (request: ReadRequest): Promise<void> => {
  credits = new AsyncQueue()
  for (let credit = 0; credit < itemCredits; credit += 1) credits.push(true)
  await post(await runTask(() => readFile(request)))
  // The pool kills the process, and Node.js writes the cache at a normal exit only.
  flushCompileCache()
}

// The parent process has exited.
process.on('disconnect', () => process.exit())
process.on('message', (message: ReaderProcessInput) => (message.type === 'credit' ? credits.push(true) : void startTask(message)))
