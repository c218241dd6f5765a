import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Study } from '@registry/api-contract/studies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { parseDay } from '@registry/domain/calendar'
import { DateField } from '@registry/ui/fields/date-field.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { studyAreas } from './study-areas.ts'
import classes from './studies.module.css'
import { useStoreStudy } from './use-store-study.ts'

type Values = { readonly endDate: string | null }

/** The last day of the enrolment, which opens the study to patients (REQ-STU-03). */
export const EndDateForm = ({ study, onSaved }: { readonly study: Study; readonly onSaved: () => void }) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const store = useStoreStudy(studyAreas.ga)
  const save = useMutation(trpc.studies.setEndDate.mutationOptions(ownFailures))
  const form = useForm<Values>({
    initialValues: { endDate: study.endDate },
    validate: ({ endDate }) => {
      if (endDate === null) return { endDate: formatError('field_required') }
      return parseDay(endDate) === undefined ? { endDate: formatError('value_date_invalid') } : {}
    },
  })
  const submit = form.onSubmit(async ({ endDate }) => {
    if (endDate === null) return
    try {
      await store(await save.mutateAsync({ id: study.id, version: study.version, endDate }))
      onSaved()
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const { id, error } = form.field('endDate')
  return (
    <section aria-label={t`Fine arruolamento`} className={study.endDate === null ? classes.task : classes.form}>
      <ErrorSummary errors={form.errors} labels={{ endDate: t`Data di fine arruolamento` }} />
      <Form onSubmit={submit}>
        <DateField
          id={id}
          label={t`Data di fine arruolamento`}
          description={
            study.endDate === null
              ? t`Con la data lo studio si apre ai pazienti: quelli approvati dal loro centro ricevono l’invito.`
              : t`Fino a questo giorno compreso i pazienti possono rispondere.`
          }
          error={error}
          withAsterisk
          value={form.values.endDate}
          onChange={(value) => form.setFieldValue('endDate', value)}
        />
        <div className={layout.buttons}>
          <Button type="submit" variant={study.endDate === null ? 'filled' : 'default'} loading={form.submitting}>
            {t`Salva la data`}
          </Button>
        </div>
      </Form>
    </section>
  )
}
