import type { ConsentDocumentDetail } from '@registry/api-contract/consent-documents'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import type { DraftParagraph } from '@registry/domain/consent/document-paragraphs'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'

/** The draft, or the number of a version. */
export type DocumentSource = 'draft' | number

/** The newest version: the draft if there is one. */
export const findNewestSource = ({ draft, versions }: ConsentDocumentDetail): DocumentSource =>
  draft ? 'draft' : (versions[0]?.version ?? 1)

/** The parts of the draft or of a version. Undefined while they load. */
export const useDocumentParts = (
  document: ConsentDocumentDetail,
  source: DocumentSource,
): { parts: readonly DraftParagraph[] | undefined; error: unknown } => {
  const { data, error } = useQuery(
    trpc.consentDocuments.parts.queryOptions(
      { kind: document.kind, version: source === 'draft' ? 1 : source },
      { enabled: source !== 'draft', staleTime: Infinity, ...ownFailures },
    ),
  )
  if (source === 'draft') return { parts: document.draft?.paragraphs ?? [], error: null }
  return { parts: data?.paragraphs, error }
}
