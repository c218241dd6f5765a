import { useDraft } from '@registry/app-shell/drafts/use-draft.ts'
import type { ConsentDocumentDetail } from '@registry/api-contract/consent-documents'
import { parseDraftPoints, type DraftPoint } from '@registry/domain/consent/document-points'
import { useRef, useState } from 'react'

/** A part with a key that stays when parts move. */
export type EditedPart = { readonly key: number; readonly point: DraftPoint }

const addKeys = (points: readonly DraftPoint[]): readonly EditedPart[] => points.map((point, key) => ({ key, point }))
const removeKeys = (parts: readonly EditedPart[]): readonly DraftPoint[] => parts.map(({ point }) => point)

/**
 * The parts of a draft while a person edits them. Unsaved text outlives reload and session (REQ-UI-20).
 * @param stored the saved draft, or the newest version before the first save
 */
export const useDocumentDraft = ({ kind, draft, versions }: ConsentDocumentDetail, stored: readonly DraftPoint[]) => {
  const kept = useDraft(`document ${kind} ${versions[0]?.version ?? 0} ${draft?.version ?? 0}`, parseDraftPoints)
  const [values, setValues] = useState(() => ({ points: addKeys(kept.value ?? stored) }))
  const nextKey = useRef(values.points.length)
  const change = (edit: (parts: readonly EditedPart[]) => readonly EditedPart[]): void => {
    const points = edit(values.points)
    setValues({ points })
    kept.keep(removeKeys(points))
  }
  return {
    values,
    points: removeKeys(values.points),
    isRestored: kept.value !== undefined,
    replace: (key: number, point: DraftPoint): void => change((parts) => parts.map((part) => (part.key === key ? { key, point } : part))),
    insert: (place: number, point: DraftPoint): void =>
      change((parts) => parts.toSpliced(place, 0, { key: (nextKey.current += 1), point })),
    remove: (key: number): void => change((parts) => parts.filter((part) => part.key !== key)),
    move: (place: number, by: 1 | -1): void =>
      change((parts) => {
        const part = parts[place]
        return part ? parts.toSpliced(place, 1).toSpliced(place + by, 0, part) : parts
      }),
    forget: kept.forget,
    reset: (): void => {
      kept.forget()
      setValues({ points: addKeys(stored) })
    },
  }
}
