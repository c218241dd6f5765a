import { Worker } from 'node:worker_threads'
import { formatActorName, type Caller } from '@registry/api-contract/caller'
import { AppError } from '@registry/domain/error'
import { formatDay } from '@registry/domain/calendar'
import { pdfMessages } from '@registry/domain/messages/pdf'
import { formatItalianDay } from '../day.ts'
import type { Env } from '../../app/env.ts'
import type { Messages } from '../messages.ts'
import type { PdfContent, PdfFrame, PdfReply, PdfRequest } from './pdf-content.ts'

export type PdfPrinter = {
  /**
   * Prints for a person, at most two documents at a time, so that nobody fills the queue of all. Jobs print for nobody.
   * @throws AppError busy if too many documents wait
   */
  print(content: PdfContent, caller?: Caller): Promise<Uint8Array<ArrayBuffer>>
}

type Needs = { readonly messages: Messages; readonly env: Pick<Env, 'DATA_CONTROLLER'>; readonly clock: () => Date }

const buildFrame = ({ messages, env, clock }: Needs, { language, issued, forStaff = false }: PdfContent): PdfFrame => {
  const controller = issued ? issued.controller : env.DATA_CONTROLLER
  const madeAt = issued?.at ?? clock()
  const day = formatDay(formatItalianDay(madeAt))
  const made = forStaff ? pdfMessages.madeForStaffOn : pdfMessages.madeOn
  return {
    header: messages.format(pdfMessages.registry, language),
    controller: controller ?? '',
    footer: messages.format(issued ? pdfMessages.issuedOn : made, language, { day }),
    pageOf: messages.format(pdfMessages.pageOf, language, { page: '{page}', pages: '{pages}' }),
    madeAt,
  }
}

/** Documents that may wait for the thread. One takes about 0.1 s on a free core. */
const maxWaiting = 20
const maxOfPerson = 2
/** An idle thread ends, because it holds 60 MB. */
const idleMs = 60_000
const heapMegabytes = 96

type Waiting = {
  readonly person: string | undefined
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly reject: (error: Error) => void
}

/** One thread and the documents that wait for it. The main thread answers requests at the same time (FAULT-23). */
class PrintingThread {
  readonly waiting = new Map<number, Waiting>()
  readonly #worker = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  readonly #onEnd: () => void
  #idle: NodeJS.Timeout | undefined

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
    // A running print keeps its request open, so the thread need not keep the process alive.
    this.#worker.unref()
    this.#worker.on('message', (reply: PdfReply) => this.#settle(reply))
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('the printing thread ended before its task')))
  }

  post(request: PdfRequest, waiting: Waiting): void {
    clearTimeout(this.#idle)
    this.waiting.set(request.id, waiting)
    this.#worker.postMessage(request)
  }

  #settle(reply: PdfReply): void {
    const waiting = this.waiting.get(reply.id)
    this.waiting.delete(reply.id)
    if ('bytes' in reply) waiting?.resolve(reply.bytes)
    else waiting?.reject(new Error(reply.failure))
    if (this.waiting.size > 0) return
    this.#idle = setTimeout(() => {
      this.#onEnd()
      void this.#worker.terminate()
    }, idleMs).unref()
  }

  #end(error: Error): void {
    this.#onEnd()
    clearTimeout(this.#idle)
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
  }
}

/** Creates the printer of the process. Its thread starts with the first document, and again after a failure. */
export const createPdfPrinter = (needs: Needs): PdfPrinter => {
  let thread: PrintingThread | undefined
  let id = 0
  const startThread = (): PrintingThread => {
    const started = new PrintingThread(() => {
      if (thread === started) thread = undefined
    })
    return started
  }
  return {
    print: (content, caller) => {
      thread ??= startThread()
      const person = caller && formatActorName(caller.actor)
      const waiting = [...thread.waiting.values()]
      const ownCount = person === undefined ? 0 : waiting.filter((other) => other.person === person).length
      if (waiting.length >= maxWaiting || ownCount >= maxOfPerson) return Promise.reject(new AppError('busy', { seconds: 10 }))
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
      thread.post({ id: (id += 1), content, frame: buildFrame(needs, content) }, { person, resolve, reject })
      return promise
    },
  }
}
