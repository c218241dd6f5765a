import type { ConsentText } from '@registry/api-contract/consent-texts'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import type { DraftPoint } from '@registry/domain/consent/document-points'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'

/** The draft, or the number of a version. */
export type TextSource = 'draft' | number

/** The newest text: the draft if there is one. */
export const findNewestSource = ({ draft, versions }: ConsentText): TextSource => (draft ? 'draft' : (versions[0]?.version ?? 1))

/** The parts of the draft or of a version. Undefined while they load. */
export const useTextParts = (text: ConsentText, source: TextSource): { parts: readonly DraftPoint[] | undefined; error: unknown } => {
  const { data, error } = useQuery(
    trpc.consentTexts.parts.queryOptions(
      { kind: text.kind, version: source === 'draft' ? 1 : source },
      { enabled: source !== 'draft', staleTime: Infinity, ...ownFailures },
    ),
  )
  if (source === 'draft') return { parts: text.draft?.points ?? [], error: null }
  return { parts: data?.points, error }
}
