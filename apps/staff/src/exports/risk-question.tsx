import { Button, Textarea } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ExportRisk } from '@registry/api-contract/saved-filters'
import { findFilterField } from '@registry/domain/fields/dictionary'
import { reasonMax, reasonMin } from '@registry/domain/filter/generalise'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useEffect, useRef } from 'react'
import layout from '../layout/layout.module.css'
import type { Precision } from './export-file.ts'
import classes from './exports.module.css'

type Props = { readonly risk: ExportRisk; readonly onStart: (precision: Precision) => void; readonly onCancel: () => void }

/** Shows how many patients of an export could be identified. Exact values then need a reason (REQ-EXP-06, REQ-EXP-07). */
const RiskQuestion = ({ risk, onStart, onCancel }: Props) => {
  const { patients, alone, inSmallGroups, generalised, fields, canGeneralise } = risk
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatError = useErrorMessage()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const form = useForm<{ readonly reason: string }>({
    initialValues: { reason: '' },
    validate: ({ reason }) => (reason.trim().length < reasonMin ? { reason: formatError('export_reason_short') } : {}),
  })
  const submit = form.onSubmit(({ reason }) => onStart({ reason: reason.trim() }))
  const show = (count: number): string => showNumber(count, language)
  const [all, unique, small] = [show(patients), show(alone), show(inSmallGroups)]
  const labels = fields.map((name) => findFilterField(name)?.label[language] ?? name)
  const names = new Intl.ListFormat(language).format(labels)
  const [coarserUnique, coarserSmall] = [show(generalised.alone), show(generalised.inSmallGroups)]
  return (
    <div ref={box} tabIndex={-1} className={classes.notice}>
      <Notice status="warning" title={t`Alcuni pazienti si possono riconoscere`}>
        <p className={layout.paragraph}>
          <Trans>
            Con {names}: {unique} pazienti su {all} sono riconoscibili, e {small} sono in gruppi di meno di 5.
          </Trans>
        </p>
        {canGeneralise && (
          <p className={layout.paragraph}>
            <Trans>
              Con valori generalizzati sarebbero {coarserUnique} e {coarserSmall}: aree al posto di regioni e centri, anni al posto delle
              date, una cifra del CAP, fasce d’età di 10 anni.
            </Trans>
          </p>
        )}
        <div className={layout.tightButtons}>
          {canGeneralise && (
            <Button onClick={() => onStart({ generalise: true })}>
              <Trans>Esporta con valori generalizzati</Trans>
            </Button>
          )}
          <Button variant="default" onClick={onCancel}>
            <Trans>Non esportare</Trans>
          </Button>
        </div>
        <Form onSubmit={submit}>
          <Textarea
            {...form.field('reason')}
            label={t`Perché servono i valori esatti`}
            description={t`Resta per sempre nel manifesto dell’esportazione. Non scrivere nomi di pazienti.`}
            value={form.values.reason}
            onChange={({ currentTarget }) => form.setValues({ reason: currentTarget.value })}
            maxLength={reasonMax}
            rows={2}
          />
          <div>
            <Button type="submit" variant="default">
              <Trans>Esporta i valori esatti</Trans>
            </Button>
          </div>
        </Form>
      </Notice>
    </div>
  )
}

// React.lazy loads a default export.
export default RiskQuestion
