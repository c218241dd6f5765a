import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { formatCopy, type FormatOptions } from '../write/format.ts'
import { AsyncQueue } from './async-queue.ts'
import { type FormatThreadInput, type FormatThreadOutput, inputCredits, itemCredits } from './messages.ts'
import { runTask } from './task.ts'

/** Entry point of the thread that `format-in-thread.ts` starts. It formats one file and sends one chunk per credit. */

const formatFile = async (port: MessagePort, options: FormatOptions): Promise<void> => {
  const credits = new AsyncQueue<true>()
  const inputs = new AsyncQueue<Extract<FormatThreadInput, { type: 'input' | 'end' }>>()
  for (let credit = 0; credit < itemCredits; credit += 1) credits.push(true)
  port.on('message', (message: FormatThreadInput) => {
    if (message.type === 'credit') credits.push(true)
    else inputs.push(message)
  })
  const post = (message: FormatThreadOutput, moved: Uint8Array<ArrayBuffer> | undefined): void =>
    port.postMessage(message, moved && moved.byteLength > 0 ? [moved.buffer] : [])
  const pull = (): void => post({ type: 'pull' }, undefined)

  async function* readInput(): AsyncGenerator<Uint8Array> {
    for (let requested = 1; requested < inputCredits; requested += 1) pull()
    for (;;) {
      pull()
      const input = await inputs.next()
      if (input.type === 'end') return
      yield input.bytes
      // V8 does not count memory that another thread allocated, so it would free it late: see `copyAndRelease`.
      input.bytes.buffer.transfer(0)
    }
  }

  const end = await runTask(async () => {
    for await (const item of formatCopy(readInput(), options)) {
      await credits.next()
      post({ type: 'item', item }, item)
    }
  })
  post(end, undefined)
  port.close()
}

const options: FormatOptions = workerData
if (parentPort) await formatFile(parentPort, options)
