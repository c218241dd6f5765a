import type { ConsentDocument } from '@registry/api-contract/consents'
import { pdfMessages } from '@registry/domain/messages/pdf'
import type { Messages } from '../../shared/messages.ts'
import type { PdfBlock, PdfContent } from '../../shared/pdf/pdf-content.ts'

const texts = pdfMessages.information

/** Builds the printed information of the consents, with its version. It names nobody (REQ-PAT-12). */
export const buildInformationDocument = ({ version, language, paragraphs }: ConsentDocument, messages: Messages): PdfContent => ({
  language,
  title: messages.format(texts.title, language),
  blocks: [
    { type: 'paragraph', text: messages.format(texts.version, language, { version }) },
    ...paragraphs.map(({ type, text }): PdfBlock => ({ type: type === 'title' ? 'heading' : 'paragraph', text })),
  ],
})
