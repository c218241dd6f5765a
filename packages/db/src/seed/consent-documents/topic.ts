import type { DocumentPoint } from '../../schema/consents.ts'

export const topic = (title: string, ...paragraphs: readonly string[]): DocumentPoint[] => [
  { type: 'title', text: title },
  ...paragraphs.map((text): DocumentPoint => ({ type: 'text', text })),
]
