import type { DocumentParagraph } from '../../schema/consents.ts'

export const topic = (title: string, ...paragraphs: readonly string[]): DocumentParagraph[] => [
  { type: 'title', text: title },
  ...paragraphs.map((text): DocumentParagraph => ({ type: 'text', text })),
]
