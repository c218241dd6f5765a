import { useLingui } from '@lingui/react/macro'
import { Button, Radio, TextInput } from '@mantine/core'
import type { Sf36Version } from '@registry/api-contract/sf36-versions'
import { isSameShape, readShape } from '@registry/domain/sf36/items'
import { sf36Shape } from '@registry/domain/sf36/structure'
import { sf36Limits, type Sf36Wording } from '@registry/domain/sf36/wording'
import { FileChoice } from '@registry/ui/fields/file-choice.tsx'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import type { FormErrors } from '@registry/ui/forms/resolved-errors.ts'
import { RestoredDraft } from '@registry/ui/forms/restored-draft.tsx'
import { SaveBar } from '@registry/ui/forms/save-bar.tsx'
import { showMoment } from '@registry/ui/language/format.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useLeaveGuard } from '../../app/use-leave-guard.ts'
import layout from '../../layout/layout.module.css'
import versioned from '../../versioned-texts/versioned-texts.module.css'
import { addQuestion, moveQuestion, removeQuestion } from './edit-questions.ts'
import { focusLater } from './text-list.tsx'
import { QuestionInputs } from './question-inputs.tsx'
import classes from './sf36-versions.module.css'
import { useWordingForm } from './use-wording-form.ts'

const textPath = /^(it|en)\.(\d+)\.(text|help|questions|options)(?:\.(\d+))?$/

/** Names the text of each error in a question: "required" alone does not identify one of many texts. */
const useErrorLabels = (errors: FormErrors): Readonly<Record<string, string>> => {
  const { t } = useLingui()
  const formatPart = (part: string, place: number, index: number): string => {
    if (part === 'text') return t`Testo`
    if (part === 'help') return t`Aiuto`
    const code = `${place}${String.fromCharCode('a'.charCodeAt(0) + index)}`
    const option = index + 1
    return part === 'questions' ? t`Quesito ${code}` : t`Risposta ${option}`
  }
  return Object.fromEntries(
    Object.keys(errors).flatMap((path) => {
      const [, language, place, part, index] = textPath.exec(path) ?? []
      if (part === undefined) return []
      const questionNumber = Number(place) + 1
      const label = formatPart(part, questionNumber, Number(index ?? 0))
      return [
        [path, language === 'it' ? t`domanda ${questionNumber}, ${label}, italiano` : t`domanda ${questionNumber}, ${label}, inglese`],
      ]
    }),
  )
}

type Props = {
  /** The draft, or the newest published version before the first save. */
  readonly newest: Sf36Version
  /** The moment of the last save of this page. Each save begins a new editor. */
  readonly savedAt: Date | undefined
  readonly onSaved: () => void
  readonly onPublished: () => void
}

/** Edits the draft of the questionnaire, or begins one from the newest version or from a file (REQ-PAT-21). */
export const WordingEditor = ({ newest, savedAt, onSaved, onPublished }: Props) => {
  const { t } = useLingui()
  const form = useWordingForm(newest, { onSaved, onPublished })
  const { wording, setWording, imported, isDraft, isDirty, isSaving } = form
  const errorLabels = useErrorLabels(form.errors)
  useLeaveGuard(isDirty && !isSaving, {
    title: t`Modifiche non salvate`,
    text: t`Le modifiche alla bozza restano in questo browser per 24 ore, ma nessun altro le vede.`,
    confirm: t`Esci dalla pagina`,
  })
  const setDescription = (language: 'it' | 'en', text: string): void =>
    setWording({ ...wording, description: { ...wording.description, [language]: text } })
  const { content, scoring } = wording
  const isFixed = scoring === 'sf36' && isSameShape(readShape(content.it), sf36Shape) && isSameShape(readShape(content.en), sf36Shape)
  const count = content.it.length
  const setContent = (changed: Sf36Wording['content']): void => setWording({ ...wording, content: changed })
  const focusQuestion = (place: number): void => focusLater(fieldId(`it.${place}`))
  const [saved, who] = [showMoment(newest.changedAt), newest.changedBy ?? '']
  const input = (path: string) => ({ id: fieldId(path), error: form.errors[path], autoComplete: 'off' })
  return (
    <div className={layout.page}>
      <p className={layout.hint}>
        {isDraft
          ? t`Bozza salvata da ${who}, ${saved}. I pazienti compilano la versione pubblicata finché non pubblichi questa.`
          : t`Non c’è una bozza: modifica la versione pubblicata, oppure importa un file, e salva.`}
      </p>
      {form.isRestored && <RestoredDraft onDiscard={form.discardRestored} />}
      {imported !== undefined && <Notice status="yes">{t`File letto: ${imported}. Controlla le parole, poi salva la bozza.`}</Notice>}
      <div className={classes.import}>
        <FileChoice accept="application/json,.json" onChoose={(file) => void form.readFile(file)}>
          {t`Importa da un file JSON`}
        </FileChoice>
        <p className={layout.hint}>
          {t`Il file ha le stesse chiavi di quello che scarichi dall’elenco delle versioni: licence, scoring, description, it, en. Il testo ufficiale richiede una licenza.`}
        </p>
      </div>
      <div className={`${versioned.pair} ${classes.about}`}>
        <TextInput
          {...input('description.it')}
          label={t`Descrizione in italiano`}
          maxLength={sf36Limits.description}
          value={wording.description.it}
          onChange={(event) => setDescription('it', event.currentTarget.value)}
        />
        <TextInput
          {...input('description.en')}
          label={t`Descrizione in inglese`}
          maxLength={sf36Limits.description}
          value={wording.description.en}
          onChange={(event) => setDescription('en', event.currentTarget.value)}
        />
        <TextInput
          {...input('licence')}
          label={t`Numero della licenza`}
          description={t`Un SF-36 senza licenza è dimostrativo: schermo e stampa lo dicono, e il titolo è RAND-36.`}
          maxLength={sf36Limits.licence}
          value={wording.licence}
          onChange={(event) => setWording({ ...wording, licence: event.currentTarget.value })}
        />
      </div>
      <Radio.Group
        label={t`Punteggi`}
        value={scoring}
        onChange={(value) => setWording({ ...wording, scoring: value === 'none' ? 'none' : 'sf36' })}
      >
        <div className={versioned.radios}>
          <Radio value="sf36" label={t`SF-36: 11 domande e 36 quesiti, con il numero pubblicato di risposte`} />
          <Radio value="none" label={t`Nessuno: domande, quesiti e risposte a scelta`} />
        </div>
      </Radio.Group>
      {(['it', 'en'] as const).map(
        (language) =>
          form.errors[language] !== undefined && (
            <p key={language} id={fieldId(language)} tabIndex={-1} className={classes.questionError}>
              {form.errors[language]}
            </p>
          ),
      )}
      {content.it.map((italian, place) => {
        const english = content.en[place]
        return (
          english && (
            <QuestionInputs
              key={place}
              place={place}
              count={count}
              question={{ it: italian, en: english }}
              isFixed={isFixed}
              errors={form.errors}
              onChange={({ it, en }) => setContent({ it: content.it.with(place, it), en: content.en.with(place, en) })}
              onMove={(by) => {
                setContent(moveQuestion(content, place, by))
                focusQuestion(place + by)
              }}
              onRemove={() => {
                setContent(removeQuestion(content, place))
                focusQuestion(Math.max(0, place === count - 1 ? place - 1 : place))
              }}
            />
          )
        )
      })}
      {!isFixed && (
        <div>
          <Button
            variant="default"
            disabled={count >= sf36Limits.questions}
            onClick={() => {
              setContent(addQuestion(content))
              focusLater(fieldId(`it.${count}.text`))
            }}
          >
            {t`Aggiungi una domanda`}
          </Button>
        </div>
      )}
      <SaveBar isChanged={isDirty} savedAt={savedAt} errors={form.errors} labels={errorLabels}>
        <Button loading={isSaving} disabled={!isDirty} onClick={() => void form.store()}>{t`Salva la bozza`}</Button>
        <Button variant="default" disabled={!isDraft || isDirty} onClick={() => void form.release()}>{t`Pubblica`}</Button>
        {isDraft && <Button variant="default" onClick={() => void form.remove()}>{t`Elimina la bozza`}</Button>}
      </SaveBar>
      {form.dialog}
    </div>
  )
}
