import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import PQueue from 'p-queue'
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
   * Prints for a person, at most two documents at a time, so that nobody fills the queue of all. Jobs have no person.
   * @throws AppError busy if too many documents wait
   */
  print(content: PdfContent, caller?: Caller): Promise<Uint8Array<ArrayBuffer>>
}

type Needs = { readonly messages: Messages; readonly env: Pick<Env, 'DATA_CONTROLLER'>; readonly clock: () => Date }

const buildFrame = ({ messages, env, clock }: Needs, { language, issued, reference, forStaff = false }: PdfContent): PdfFrame => {
  const controller = issued ? issued.controller : env.DATA_CONTROLLER
  const madeAt = issued?.at ?? clock()
  const day = formatDay(formatItalianDay(madeAt))
  const made = forStaff ? pdfMessages.madeForStaffOn : pdfMessages.madeOn
  return {
    header: messages.format(pdfMessages.registry, language),
    controller: controller ?? '',
    footer: [messages.format(issued ? pdfMessages.issuedOn : made, language, { day }), reference ?? []].flat().join(' · '),
    pageOf: messages.format(pdfMessages.pageOf, language, { page: '{page}', pages: '{pages}' }),
    madeAt,
  }
}

/** Documents that may wait for the thread. One takes about 0.1 s on a free core. */
const maxWaiting = 20
const maxOfPerson = 2
const heapMegabytes = 96

/** Prints one document at a time in a thread, while the main thread answers requests (FAULT-23). A failed thread is replaced. */
const createThread = () => {
  let worker: Worker | undefined
  const start = (): Worker => {
    const started = new Worker(new URL('./pdf-thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } })
    started.on('error', () => {
      worker = undefined
    })
    // A running print keeps its request open, so the thread need not keep the process alive.
    started.unref()
    return started
  }
  return async (request: PdfRequest): Promise<Uint8Array<ArrayBuffer>> => {
    worker ??= start()
    worker.postMessage(request)
    const [reply]: readonly PdfReply[] = await once(worker, 'message')
    if (reply && 'bytes' in reply) return reply.bytes
    throw new Error(reply?.failure)
  }
}

/** Creates the printer of the process. Its thread starts with the first document. */
export const createPdfPrinter = (needs: Needs): PdfPrinter => {
  const queue = new PQueue({ concurrency: 1 })
  const printInThread = createThread()
  const persons: (string | undefined)[] = []
  return {
    print: async (content, caller) => {
      const person = caller && formatActorName(caller.actor)
      const ownCount = person === undefined ? 0 : persons.filter((other) => other === person).length
      if (persons.length >= maxWaiting || ownCount >= maxOfPerson) throw new AppError('busy', { seconds: 10 })
      persons.push(person)
      try {
        return await queue.add(() => printInThread({ content, frame: buildFrame(needs, content) }))
      } finally {
        persons.splice(persons.indexOf(person), 1)
      }
    },
  }
}
