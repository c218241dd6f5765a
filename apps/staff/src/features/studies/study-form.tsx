import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Study } from '@registry/api-contract/studies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { Form } from '@registry/ui/forms/form.tsx'
import { SaveBar } from '@registry/ui/forms/save-bar.tsx'
import { useFieldErrorMessages } from '@registry/ui/language/error-message.ts'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { findStudyFormErrors, type StudyFormValues } from '@registry/domain/studies/form'
import type { StudyField } from '@registry/domain/studies/editable-fields'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { useLossGuard } from '../../app/use-leave-guard.ts'
import layout from '../../layout/layout.module.css'
import { studyAreas } from './study-areas.ts'
import { useStudyLabels } from './study-labels.ts'
import { useStoreStudy } from './use-store-study.ts'

type Props = {
  /** Absent for a new study. */
  readonly study?: Study
  readonly onSaved: (study: Study) => void
  readonly onCancel: () => void
}

const toValues = (study: Study | undefined): StudyFormValues => ({
  id: study?.id ?? '',
  title: study?.texts.title ?? '',
  description: study?.texts.description ?? '',
  titleEn: study?.texts.titleEn ?? '',
  descriptionEn: study?.texts.descriptionEn ?? '',
  purpose: study?.texts.purpose ?? '',
  purposeEn: study?.texts.purposeEn ?? '',
  duration: study?.texts.duration ?? '',
  durationEn: study?.texts.durationEn ?? '',
  contactName: study?.contact?.name ?? '',
  contact: study?.contact?.contact ?? '',
  mainCentre: study?.mainCentre.id ?? null,
  type: study?.type.id ?? null,
  filterId: study === undefined ? null : String(study.filter.id),
  sf36Version: study === undefined ? null : String(study.sf36.version),
  videoUrl: study?.videoUrl ?? '',
})

const toContent = ({ id: _id, mainCentre, type, filterId, sf36Version, videoUrl, ...texts }: StudyFormValues) => ({
  ...texts,
  mainCentre: mainCentre ?? '',
  type: type ?? '',
  filterId: Number(filterId),
  sf36Version: Number(sf36Version),
  videoUrl: videoUrl.trim() === '' ? null : videoUrl,
})

/** The form of a study. After the ethics approval some fields are fixed (REQ-STU-05, REQ-STU-10). */
export const StudyForm = ({ study, onSaved, onCancel }: Props) => {
  const { t } = useLingui()
  const { formatState } = useStudyLabels()
  const formatErrors = useFieldErrorMessages()
  const store = useStoreStudy(studyAreas.ga)
  const { data: options } = useSuspenseQuery(trpc.studies.options.queryOptions())
  const create = useMutation(trpc.studies.create.mutationOptions(ownFailures))
  const change = useMutation(trpc.studies.change.mutationOptions(ownFailures))
  const form = useForm<StudyFormValues>({
    initialValues: toValues(study),
    validate: (values) => formatErrors(findStudyFormErrors(values)),
  })
  const isFixed = (field: StudyField): boolean => study !== undefined && !study.editable.includes(field)
  useLossGuard(form.isDirty() && !form.submitting, t`Le modifiche allo studio vanno perse.`)

  const submit = form.onSubmit(async (values) => {
    try {
      const content = toContent(values)
      const changed = Object.fromEntries(
        Object.entries(content).filter(([field]) => study?.editable.some((editable) => editable === field)),
      )
      const saved = study
        ? await change.mutateAsync({ id: study.id, version: study.version, ...changed })
        : await create.mutateAsync({ id: values.id, ...content })
      await store(saved)
      onSaved(saved)
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const choice = (field: 'mainCentre' | 'type' | 'filterId' | 'sf36Version', data: { value: string; label: string }[]) => {
    const { id, name, error } = form.field(field)
    return {
      id,
      name,
      error,
      data,
      value: form.values[field],
      onChange: (value: string | null) => form.setFieldValue(field, value),
      searchable: true,
      withAsterisk: true,
      disabled: isFixed(field),
      nothingFoundMessage: t`Nessuna voce trovata`,
    }
  }
  const labels = {
    id: t`Codice`,
    title: t`Titolo`,
    description: t`Descrizione`,
    titleEn: t`Titolo in inglese`,
    descriptionEn: t`Descrizione in inglese`,
    purpose: t`Scopo`,
    purposeEn: t`Scopo in inglese`,
    duration: t`Durata`,
    durationEn: t`Durata in inglese`,
    contactName: t`Chi risponde alle domande dei pazienti`,
    contact: t`E-mail o telefono di chi risponde`,
    mainCentre: t`Centro principale`,
    type: t`Tipo`,
    filterId: t`Filtro`,
    sf36Version: t`Questionario`,
    videoUrl: t`Video`,
  } satisfies Record<keyof StudyFormValues, string>
  return (
    <div className={layout.form}>
      <Form onSubmit={submit}>
        <TextInput
          {...form.getInputProps('id')}
          label={labels.id}
          description={t`Resta lo stesso per tutta la vita dello studio.`}
          withAsterisk
          maxLength={80}
          disabled={study !== undefined}
        />
        {study && <TextInput label={t`Stato`} value={formatState(study.status, study.suspended)} disabled readOnly />}
        <TextInput {...form.getInputProps('title')} label={labels.title} withAsterisk maxLength={255} />
        <Textarea
          {...form.getInputProps('description')}
          label={labels.description}
          description={t`I pazienti invitati la leggono: indica che cosa si studia e che cosa si chiede.`}
          withAsterisk
          rows={4}
          maxLength={255}
        />
        <TextInput
          {...form.getInputProps('titleEn')}
          label={labels.titleEn}
          description={t`Facoltativo. Senza, chi legge in inglese vede il testo italiano.`}
          maxLength={255}
        />
        <Textarea {...form.getInputProps('descriptionEn')} label={labels.descriptionEn} rows={4} maxLength={255} />
        <div className={layout.inputs}>
          <Textarea {...form.getInputProps('purpose')} label={labels.purpose} rows={2} maxLength={255} />
          <Textarea {...form.getInputProps('purposeEn')} label={labels.purposeEn} rows={2} maxLength={255} />
          <TextInput {...form.getInputProps('duration')} label={labels.duration} maxLength={255} />
          <TextInput {...form.getInputProps('durationEn')} label={labels.durationEn} maxLength={255} />
          <TextInput {...form.getInputProps('contactName')} label={labels.contactName} maxLength={255} autoComplete="off" />
          <TextInput {...form.getInputProps('contact')} label={labels.contact} maxLength={255} autoComplete="off" />
        </div>
        <div className={layout.inputs}>
          <Select
            {...choice(
              'mainCentre',
              options.centres.map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
            )}
            label={labels.mainCentre}
          />
          <Select
            {...choice(
              'type',
              options.types.map(({ id, label }) => ({ value: id, label })),
            )}
            label={labels.type}
          />
        </div>
        <Select
          {...choice(
            'filterId',
            options.filters.map(({ id, name }) => ({ value: String(id), label: name })),
          )}
          label={labels.filterId}
          description={t`Sceglie i candidati e i campi da esportare.`}
        />
        <Select
          {...choice(
            'sf36Version',
            options.questionnaires.map(({ version, description }) => ({ value: String(version), label: description })),
          )}
          label={labels.sf36Version}
        />
        <TextInput
          {...form.getInputProps('videoUrl')}
          label={labels.videoUrl}
          description={t`Facoltativo: l’indirizzo di un video su YouTube o Vimeo. Il paziente lo apre con un clic.`}
          inputMode="url"
          maxLength={255}
        />
        <SaveBar isChanged={form.isDirty()} errors={form.errors} labels={labels}>
          <Button type="submit" loading={form.submitting}>
            {t`Salva`}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t`Annulla`}
          </Button>
        </SaveBar>
      </Form>
    </div>
  )
}
