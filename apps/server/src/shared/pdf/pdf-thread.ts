import { parentPort } from 'node:worker_threads'
import { renderPdf } from './render-pdf.ts'
import type { PdfReply, PdfRequest } from './pdf-content.ts'

if (!parentPort) throw new Error('the printing thread was started without a parent')
const port = parentPort

const reply = async ({ content, frame }: PdfRequest): Promise<void> => {
  try {
    const bytes = await renderPdf(content, frame)
    port.postMessage({ bytes } satisfies PdfReply, [bytes.buffer])
  } catch (error) {
    port.postMessage({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies PdfReply)
  }
}

port.on('message', (request: PdfRequest) => void reply(request))
