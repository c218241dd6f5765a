import { Button, Textarea, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { documentLimits } from '@registry/domain/consent/document-errors'
import type { DraftParagraph, Translated } from '@registry/domain/consent/document-paragraphs'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import type { FormErrors } from '@registry/ui/forms/resolved-errors.ts'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconTrash } from '@tabler/icons-react'
import layout from '../../layout/layout.module.css'
import versioned from '../../versioned-texts/versioned-texts.module.css'
import classes from './consent-documents.module.css'
import { useDocumentLabels } from './document-labels.ts'

type Props = {
  readonly place: number
  readonly count: number
  readonly paragraph: DraftParagraph
  readonly errors: FormErrors
  readonly isFolded: boolean
  readonly onFold: (isFolded: boolean) => void
  readonly onChange: (paragraph: DraftParagraph) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
}

/** One part of a draft in both languages, with the buttons that move and remove it. */
export const DraftPart = ({ place, count, paragraph, errors, isFolded, onFold, onChange, onMove, onRemove }: Props) => {
  const { t } = useLingui()
  const { formatType } = useDocumentLabels()
  const path = `paragraphs.${place}`
  const [number, type] = [place + 1, formatType(paragraph.type)]
  const name = t`Parte ${number}: ${type}`
  return (
    <fieldset className={classes.part} id={fieldId(path)} tabIndex={-1} aria-label={name}>
      <div className={classes.partHead}>
        <button type="button" className={classes.fold} aria-expanded={!isFolded} onClick={() => onFold(!isFolded)}>
          <IconChevronDown size={18} aria-hidden="true" />
          {name}
        </button>
        <div className={layout.buttons}>
          <Button size="xs" variant="default" disabled={place === 0} aria-label={t`Sposta su: ${name}`} onClick={() => onMove(-1)}>
            <IconArrowUp size={18} aria-hidden="true" />
          </Button>
          <Button size="xs" variant="default" disabled={place === count - 1} aria-label={t`Sposta giù: ${name}`} onClick={() => onMove(1)}>
            <IconArrowDown size={18} aria-hidden="true" />
          </Button>
          <Button size="xs" variant="default" aria-label={t`Elimina: ${name}`} onClick={onRemove}>
            <IconTrash size={18} aria-hidden="true" />
          </Button>
        </div>
      </div>
      {errors[path] !== undefined && <p className={classes.partError}>{errors[path]}</p>}
      {isFolded && (
        <p className={classes.foldedText} lang="it">
          {paragraph.it}
        </p>
      )}
      {!isFolded && <TextPair path={path} texts={paragraph} errors={errors} onChange={(texts) => onChange({ ...paragraph, ...texts })} />}
      {!isFolded && paragraph.type === 'radio' && <QuestionInputs path={path} paragraph={paragraph} errors={errors} onChange={onChange} />}
    </fieldset>
  )
}

type PairProps = {
  readonly path: string
  readonly texts: Translated
  readonly errors: FormErrors
  readonly onChange: (texts: Translated) => void
}

/** A text in both languages, side by side in a wide window. */
const TextPair = ({ path, texts: { it, en }, errors, onChange }: PairProps) => {
  const { t } = useLingui()
  const input = (language: 'it' | 'en') => ({
    id: fieldId(`${path}.${language}`),
    error: errors[`${path}.${language}`],
    lang: language,
    rows: 1,
  })
  return (
    <div className={versioned.pair}>
      <Textarea {...input('it')} label={t`Italiano`} value={it} onChange={(event) => onChange({ it: event.currentTarget.value, en })} />
      <Textarea {...input('en')} label={t`Inglese`} value={en} onChange={(event) => onChange({ it, en: event.currentTarget.value })} />
    </div>
  )
}

type QuestionProps = Pick<Props, 'errors' | 'onChange'> & {
  readonly path: string
  readonly paragraph: Extract<DraftParagraph, { type: 'radio' }>
}

/** The code and the answers of a question. */
const QuestionInputs = ({ path, paragraph, errors, onChange }: QuestionProps) => {
  const { t } = useLingui()
  const { field, options } = paragraph
  const replace = (index: number, option: Translated): void => onChange({ ...paragraph, options: options.with(index, option) })
  return (
    <>
      <TextInput
        id={fieldId(`${path}.field`)}
        className={classes.field}
        label={t`Codice della domanda`}
        maxLength={documentLimits.field}
        autoComplete="off"
        error={errors[`${path}.field`]}
        value={field}
        onChange={(event) => onChange({ ...paragraph, field: event.currentTarget.value })}
      />
      <fieldset className={classes.options} id={fieldId(`${path}.options`)} tabIndex={-1}>
        <legend>{t`Risposte`}</legend>
        {errors[`${path}.options`] !== undefined && <p className={classes.partError}>{errors[`${path}.options`]}</p>}
        {options.map((option, index) => (
          <div key={index}>
            <TextPair path={`${path}.options.${index}`} texts={option} errors={errors} onChange={(texts) => replace(index, texts)} />
          </div>
        ))}
        <div className={layout.buttons}>
          <Button
            size="xs"
            variant="default"
            disabled={options.length >= documentLimits.options}
            onClick={() => onChange({ ...paragraph, options: [...options, { it: '', en: '' }] })}
          >
            {t`Aggiungi una risposta`}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={options.length <= 2}
            onClick={() => onChange({ ...paragraph, options: options.slice(0, -1) })}
          >
            {t`Rimuovi l’ultima risposta`}
          </Button>
        </div>
      </fieldset>
    </>
  )
}
