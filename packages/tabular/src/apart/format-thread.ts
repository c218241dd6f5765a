import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { formatCopy } from '../write/format.ts'
import { Inbox } from './inbox.ts'
import { type FormatTask, type FromThread, inputsAhead, itemsAhead, type ToThread } from './messages.ts'
import { endingOf } from './task.ts'

/** The thread that `format-apart.ts` starts: it formats one file and sends what comes of it as far as it has leave to. */

const format = async (port: MessagePort, task: FormatTask): Promise<void> => {
  const credits = new Inbox<true>()
  const inputs = new Inbox<Extract<ToThread, { type: 'input' | 'end' }>>()
  for (let credit = 0; credit < itemsAhead; credit += 1) credits.put(true)
  port.on('message', (message: ToThread) => {
    if (message.type === 'credit') credits.put(true)
    else inputs.put(message)
  })
  const post = (message: FromThread, moved: Uint8Array<ArrayBuffer> | undefined): void =>
    port.postMessage(message, moved && moved.byteLength > 0 ? [moved.buffer] : [])
  const want = (): void => post({ type: 'want' }, undefined)

  async function* input(): AsyncGenerator<Uint8Array> {
    for (let ahead = 1; ahead < inputsAhead; ahead += 1) want()
    for (;;) {
      want()
      const piece = await inputs.take()
      if (piece.type === 'end') return
      yield piece.bytes
      // It has been read, and the engine does not count what other threads allocated: see `ownCopy` in format-apart.ts.
      piece.bytes.buffer.transfer(0)
    }
  }

  const ending = await endingOf(async () => {
    for await (const item of formatCopy(input(), task)) {
      await credits.take()
      post({ type: 'item', item }, item)
    }
  })
  post(ending, undefined)
  port.close()
}

const task: FormatTask = workerData
if (parentPort) await format(parentPort, task)
