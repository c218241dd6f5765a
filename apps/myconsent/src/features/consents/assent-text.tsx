import type { ConsentDocument } from '@registry/api-contract/consents'
import { TextParagraphs } from '@registry/ui/questions/text-paragraphs.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useDocumentNames } from './document-names.ts'

/** The published text for a minor before the answer in person (REQ-GRD-03). */
export const AssentText = ({ document: { kind, paragraphs } }: { readonly document: ConsentDocument }) => (
  <Notice status="info" title={useDocumentNames()[kind]}>
    <TextParagraphs paragraphs={paragraphs.filter((paragraph) => paragraph.type !== 'radio')} />
  </Notice>
)
