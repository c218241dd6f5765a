import type { DocumentPoint } from '../../schema/consents.ts'

/** Builds a heading and its paragraphs. */
export const topic = (title: string, ...paragraphs: readonly string[]): DocumentPoint[] => [
  { type: 'title', text: title },
  ...paragraphs.map((text): DocumentPoint => ({ type: 'text', text })),
]
