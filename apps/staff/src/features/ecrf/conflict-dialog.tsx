import { Button, Radio, Stack } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { RecordChoices, ValueChange } from '@registry/api-contract/ecrf'
import { getField, type FieldName } from '@registry/domain/fields/dictionary'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { showMoment } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useState } from 'react'
import type { Changes } from './record-store.ts'
import { useActorName } from '../../app/actor-name.ts'
import { useValueText } from '../../app/use-value-text.ts'

type Props = {
  readonly conflicts: readonly ValueChange[]
  readonly mine: Changes
  readonly choices: RecordChoices
  /** The changes to save after the choice. */
  readonly onChosen: (kept: Changes) => void
  readonly onClose: () => void
}

/** Asks for each field that another person changed too which value stays (REQ-CRF-04). */
export const ConflictDialog = ({ conflicts, mine, choices, onChosen, onClose }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const showValue = useValueText(choices)
  const showActor = useActorName()
  const [kept, setKept] = useState<Partial<Record<FieldName, 'mine' | 'theirs'>>>({})
  const isComplete = conflicts.every(({ field }) => kept[field] !== undefined)
  const apply = (): void => {
    const dropped = new Set<string>(conflicts.filter(({ field }) => kept[field] === 'theirs').map(({ field }) => field))
    onChosen(Object.fromEntries(Object.entries(mine).filter(([name]) => !dropped.has(name))))
  }
  return (
    <Dialog title={t`Un’altra persona ha cambiato gli stessi campi: non è stato salvato nulla`} onClose={onClose}>
      <p>{t`Scegli per ogni campo quale valore tenere.`}</p>
      <Stack>
        {conflicts.map(({ field, actor, at, new: theirs }) => {
          const person = showActor(actor)
          const [moment, own, other] = [showMoment(at), showValue(field, mine[field]), showValue(field, theirs)]
          return (
            <Radio.Group
              key={field}
              label={getField(field).label[language]}
              value={kept[field] ?? null}
              onChange={(value) => setKept({ ...kept, [field]: value === 'mine' ? 'mine' : 'theirs' })}
            >
              <Stack gap="xs">
                <Radio value="mine" label={t`Il mio: ${own}`} />
                <Radio value="theirs" label={t`Quello di ${person}, ${moment}: ${other}`} />
              </Stack>
            </Radio.Group>
          )
        })}
      </Stack>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>{t`Torna alla cartella`}</Button>
        <Button disabled={!isComplete} onClick={apply}>{t`Salva i valori scelti`}</Button>
      </DialogButtons>
    </Dialog>
  )
}
