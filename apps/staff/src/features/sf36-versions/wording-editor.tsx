import { Button, FileButton, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Sf36Version } from '@registry/api-contract/sf36-versions'
import { sf36Limits } from '@registry/domain/sf36/wording'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { showMoment } from '@registry/ui/language/format.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useLossGuard } from '../../app/use-leave-guard.ts'
import layout from '../../layout/layout.module.css'
import versioned from '../../versioned-texts/versioned-texts.module.css'
import { PointInputs } from './point-inputs.tsx'
import { useWordingForm } from './use-wording-form.ts'

type Props = {
  /** The draft, or the newest published version before the first save. */
  readonly newest: Sf36Version
  readonly onPublished: () => void
}

/** Edits the draft of a wording, or begins one from the newest version or from a file (REQ-PAT-21). */
export const WordingEditor = ({ newest, onPublished }: Props) => {
  const { t } = useLingui()
  const form = useWordingForm(newest, onPublished)
  const { wording, setWording, imported, isDraft, isDirty, isSaving } = form
  useLossGuard(isDirty && !isSaving, t`Le modifiche alla bozza vanno perse.`)
  const setDescription = (language: 'it' | 'en', text: string): void =>
    setWording({ ...wording, description: { ...wording.description, [language]: text } })
  const [saved, who] = [showMoment(newest.changedAt), newest.changedBy ?? '']
  const input = (path: string) => ({ id: fieldId(path), error: form.errors[path], autoComplete: 'off' })
  return (
    <div className={layout.page}>
      <p className={layout.hint}>
        {isDraft
          ? t`Bozza salvata da ${who}, ${saved}. I pazienti compilano la versione pubblicata finché non pubblichi questa.`
          : t`Non c’è una bozza: modifica le parole della versione pubblicata, oppure importa un file, e salva.`}
      </p>
      <ErrorSummary errors={form.errors} />
      {imported !== undefined && <Notice status="yes">{t`File letto: ${imported}. Controlla le parole, poi salva la bozza.`}</Notice>}
      <div>
        <FileButton accept="application/json,.json" onChange={(file) => void form.readFile(file)}>
          {(props) => <Button variant="default" {...props}>{t`Importa da un file JSON`}</Button>}
        </FileButton>
        <p className={layout.hint}>
          {t`Il file ha le stesse chiavi di quello che scarichi dall’elenco delle versioni: licence, description, it, en. Il testo ufficiale richiede una licenza.`}
        </p>
      </div>
      <div className={versioned.pair}>
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
          description={t`Senza licenza il testo è dimostrativo: schermo e stampa lo dicono, e il titolo è RAND-36.`}
          maxLength={sf36Limits.licence}
          value={wording.licence}
          onChange={(event) => setWording({ ...wording, licence: event.currentTarget.value })}
        />
      </div>
      {wording.content.it.map((italian, place) => {
        const english = wording.content.en[place]
        return (
          english && (
            <PointInputs
              key={place}
              place={place}
              point={{ it: italian, en: english }}
              errors={form.errors}
              onChange={({ it, en }) =>
                setWording({ ...wording, content: { it: wording.content.it.with(place, it), en: wording.content.en.with(place, en) } })
              }
            />
          )
        )
      })}
      <div className={`${layout.buttons} ${versioned.bar}`}>
        <Button loading={isSaving} disabled={!isDirty} onClick={() => void form.store()}>{t`Salva la bozza`}</Button>
        <Button variant="default" disabled={!isDraft || isDirty} onClick={() => void form.release()}>{t`Pubblica`}</Button>
        {isDraft && <Button variant="default" onClick={() => void form.remove()}>{t`Elimina la bozza`}</Button>}
      </div>
      {form.dialog}
    </div>
  )
}
