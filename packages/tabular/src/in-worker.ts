import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { coalesced } from './coalesced.ts'
import { TableFault } from './fault.ts'
import type { RowTransform, TransformModule, TransformStep } from './transform.ts'
import {
  type FormatTask,
  type FromWorker,
  inputsAhead,
  itemsAhead,
  type ReadTask,
  type ToWorker,
  type WorkerTask,
} from './worker-messages.ts'

/**
 * The thread that `worker.ts` starts: it does one task, sends what comes of it as far as it has leave to, and says how it ended.
 * It loads what its task needs only, which halves the memory that a thread takes before it does anything.
 */

/** Things that arrive, for one who waits for them. */
class Inbox<Thing> {
  readonly #things: Thing[] = []
  #wake: (() => void) | undefined

  put(thing: Thing): void {
    this.#things.push(thing)
    this.#wake?.()
  }

  async take(): Promise<Thing> {
    for (;;) {
      const thing = this.#things.shift()
      if (thing !== undefined) return thing
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

type Input = Extract<ToWorker, { type: 'input' | 'end' }>

class Work {
  readonly #port: MessagePort
  readonly #credits = new Inbox<true>()
  readonly #inputs = new Inbox<Input>()

  constructor(port: MessagePort) {
    this.#port = port
    for (let credit = 0; credit < itemsAhead; credit += 1) this.#credits.put(true)
    port.on('message', (message: ToWorker) => {
      if (message.type === 'credit') this.#credits.put(true)
      else this.#inputs.put(message)
    })
  }

  async do(task: WorkerTask): Promise<void> {
    try {
      await (task.kind === 'read' ? this.#read(task) : this.#format(task))
      this.#post({ type: 'done' })
    } catch (error) {
      if (error instanceof TableFault) this.#post({ type: 'fault', code: error.code, params: error.params })
      else this.#post({ type: 'error', error })
    } finally {
      this.#port.close()
    }
  }

  async #read({ path, options, transform }: ReadTask): Promise<void> {
    const { readTable } = await import('./read.ts')
    const rows = transform && (await loaded(transform))
    for await (const batch of readTable(path, options)) {
      if (rows) await this.#step(rows.batch(batch))
      else await this.#send(batch)
    }
    if (rows?.end) await this.#step(rows.end())
  }

  async #format({ options }: FormatTask): Promise<void> {
    const { formatCopy } = await import('./write/format.ts')
    for await (const bytes of coalesced(formatCopy(this.#input(), options))) await this.#send(bytes, bytes)
  }

  async *#input(): AsyncGenerator<Uint8Array> {
    for (let ahead = 1; ahead < inputsAhead; ahead += 1) this.#post({ type: 'want' })
    for (;;) {
      this.#post({ type: 'want' })
      const input = await this.#inputs.take()
      if (input.type === 'end') return
      yield input.bytes
      // It has been read, and the engine does not count what other threads allocated: see `ownCopy` in worker.ts.
      input.bytes.buffer.transfer(0)
    }
  }

  async #step(step: TransformStep<unknown>): Promise<void> {
    await this.#send(step, step.bytes)
  }

  async #send(item: unknown, moved?: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#credits.take()
    this.#post({ type: 'item', item }, moved)
  }

  #post(message: FromWorker<unknown>, moved?: Uint8Array<ArrayBuffer>): void {
    this.#port.postMessage(message, moved && moved.byteLength > 0 ? [moved.buffer] : [])
  }
}

const loaded = async ({ url, options }: NonNullable<ReadTask['transform']>): Promise<RowTransform<unknown>> => {
  const module: TransformModule<unknown, unknown> = await import(url)
  return module.createTransform(options)
}

const task: WorkerTask = workerData
if (parentPort) await new Work(parentPort).do(task)
