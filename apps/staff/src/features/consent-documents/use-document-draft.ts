import { useDraft } from '@registry/app-shell/drafts/use-draft.ts'
import type { ConsentDocumentDetail } from '@registry/api-contract/consent-documents'
import { parseDraftParagraphs, type DraftParagraph } from '@registry/domain/consent/document-paragraphs'
import { useRef, useState } from 'react'

/** A part with a key that stays when parts move. */
export type EditedPart = { readonly key: number; readonly paragraph: DraftParagraph }

const addKeys = (paragraphs: readonly DraftParagraph[]): readonly EditedPart[] => paragraphs.map((paragraph, key) => ({ key, paragraph }))
const removeKeys = (parts: readonly EditedPart[]): readonly DraftParagraph[] => parts.map(({ paragraph }) => paragraph)

/**
 * The parts of a draft while a person edits them. Unsaved text outlives reload and session (REQ-UI-20).
 * @param stored the saved draft, or the newest version before the first save
 */
export const useDocumentDraft = ({ kind, draft, versions }: ConsentDocumentDetail, stored: readonly DraftParagraph[]) => {
  const kept = useDraft(`document ${kind} ${versions[0]?.version ?? 0} ${draft?.version ?? 0}`, parseDraftParagraphs)
  const [values, setValues] = useState(() => ({ paragraphs: addKeys(kept.value ?? stored) }))
  const nextKey = useRef(values.paragraphs.length)
  const change = (edit: (parts: readonly EditedPart[]) => readonly EditedPart[]): void => {
    const paragraphs = edit(values.paragraphs)
    setValues({ paragraphs })
    kept.keep(removeKeys(paragraphs))
  }
  return {
    values,
    paragraphs: removeKeys(values.paragraphs),
    isRestored: kept.value !== undefined,
    replace: (key: number, paragraph: DraftParagraph): void =>
      change((parts) => parts.map((part) => (part.key === key ? { key, paragraph } : part))),
    insert: (place: number, paragraph: DraftParagraph): void =>
      change((parts) => parts.toSpliced(place, 0, { key: (nextKey.current += 1), paragraph })),
    remove: (key: number): void => change((parts) => parts.filter((part) => part.key !== key)),
    move: (place: number, by: 1 | -1): void =>
      change((parts) => {
        const part = parts[place]
        return part ? parts.toSpliced(place, 1).toSpliced(place + by, 0, part) : parts
      }),
    forget: kept.forget,
    reset: (): void => {
      kept.forget()
      setValues({ paragraphs: addKeys(stored) })
    },
  }
}
