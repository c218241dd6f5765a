import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { FieldLink } from '@registry/ui/forms/field-link.tsx'
import type { FormErrors } from '@registry/ui/forms/resolved-errors.ts'
import classes from './consent-documents.module.css'
import { useDocumentLabels } from './document-labels.ts'
import type { EditedPart } from './use-document-draft.ts'

/** Whether a part or one of its texts is wrong. */
export const isWrongPart = (errors: FormErrors, place: number): boolean =>
  Object.keys(errors).some((path) => path === `paragraphs.${place}` || path.startsWith(`paragraphs.${place}.`))

type Props = {
  readonly parts: readonly EditedPart[]
  readonly errors: FormErrors
  readonly areAllFolded: boolean
  readonly onToggleAll: () => void
  readonly onShow: (key: number) => void
}

/** The parts of a draft next to its texts: a link opens a part, and all can be folded (REQ-CON-18). */
export const DraftOutline = ({ parts, errors, areAllFolded, onToggleAll, onShow }: Props) => {
  const { t } = useLingui()
  const { formatType } = useDocumentLabels()
  return (
    <div className={classes.outline}>
      <Button size="compact-sm" variant="subtle" color="blue" onClick={onToggleAll}>
        {areAllFolded ? t`Apri tutte le parti` : t`Chiudi tutte le parti`}
      </Button>
      <nav aria-label={t`Parti del testo`}>
        <ol>
          {parts.map(({ key, paragraph: { type, it } }, place) => (
            <li key={key} data-type={type} data-wrong={isWrongPart(errors, place) || undefined}>
              <FieldLink name={`paragraphs.${place}`} onShow={() => onShow(key)}>
                {it.trim() ? <span lang="it">{it}</span> : formatType(type)}
              </FieldLink>
              {isWrongPart(errors, place) && <strong className={classes.partError}>{t`da correggere`}</strong>}
            </li>
          ))}
        </ol>
      </nav>
    </div>
  )
}
