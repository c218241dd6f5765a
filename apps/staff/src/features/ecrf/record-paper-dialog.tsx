import { Button, Checkbox, Flex, Group, Input, Radio, Stack, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { PatientPaperConsents } from '@registry/api-contract/paper-consents'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { parseDay } from '@registry/domain/calendar'
import { parseFormNumber } from '@registry/domain/consent/paper-form'
import { maxScanBytes, scanTypes } from '@registry/domain/consent/paper-scan'
import type { Answer, Answers } from '@registry/domain/consent/questions'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { withChosenFile } from '@registry/ui/browser/readable-file.ts'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { DateField } from '@registry/ui/fields/date-field.tsx'
import { FileChoice } from '@registry/ui/fields/file-choice.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { writeBase64 } from '../../app/base64.ts'
import { trpc } from '../../app/shell.ts'
import classes from './ecrf.module.css'

type Signer = 'patient' | number
type Values = {
  readonly formNumber: string
  readonly signedOn: string | null
  readonly answers: Answers
  readonly signers: readonly Signer[]
  readonly scan: File | undefined
}

type Props = Pick<PatientPaperConsents, 'printed' | 'guardians'> & {
  readonly code: string
  readonly onRecorded: () => void
  readonly onClose: () => void
}

/** An answer is a boolean for two options, else the option's number from 1. */
const toAnswer = (options: readonly string[], index: number): Answer => (options.length === 2 ? index === 0 : index + 1)

/** Records a signed form with its scan (REQ-CON-31). The number on the paper decides which questions the dialog shows. */
export const RecordPaperDialog = ({ code, printed, guardians, onRecorded, onClose }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const record = useMutation(trpc.paperConsents.record.mutationOptions(ownFailures))
  const scanNameId = useId()
  const form = useForm<Values>({
    initialValues: { formNumber: '', signedOn: null, answers: {}, signers: [], scan: undefined },
    validate: ({ formNumber, signedOn, answers, signers, scan }) => ({
      ...(formNumber.trim() === ''
        ? { formNumber: formatError('field_required') }
        : !findForm(printed, formNumber) && { formNumber: formatError('paper_form_unknown') }),
      ...(signedOn === null
        ? { signedOn: formatError('field_required') }
        : parseDay(signedOn) === undefined && { signedOn: formatError('value_date_invalid') }),
      // The questions appear with the number of the form.
      ...(findForm(printed, formNumber) && Object.keys(answers).length === 0 && { answers: formatError('paper_answers_missing') }),
      ...(signers.length === 0 && { signers: formatError('field_required') }),
      ...(scan === undefined
        ? { scan: formatError('field_required') }
        : scan.size > maxScanBytes && { scan: formatError('scan_too_large') }),
    }),
  })
  const submit = form.onSubmit(async ({ formNumber, signedOn, answers, signers, scan }) => {
    if (signedOn === null || scan === undefined) return
    try {
      const content = writeBase64(await withChosenFile(scan, () => scan.arrayBuffer()))
      await record.mutateAsync({
        code,
        formNumber,
        answers: { ...answers },
        signedOn,
        signers: [...signers],
        scan: { name: scan.name, content },
      })
      onRecorded()
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const labels = {
    formNumber: t`Numero del modulo`,
    signedOn: t`Giorno della firma`,
    answers: t`Risposte`,
    signers: t`Chi ha firmato`,
    scan: t`Scansione`,
  }
  const { values } = form
  const paper = findForm(printed, values.formNumber)
  const [day, signers] = [form.field('signedOn'), form.field('signers')]
  const answer = (field: string, given: Answer | undefined): void => {
    const { [field]: _before, ...others } = values.answers
    form.setFieldValue('answers', given === undefined ? others : { ...others, [field]: given })
  }
  return (
    <Dialog title={t`Registra un modulo firmato`} onClose={onClose}>
      <ErrorSummary errors={form.errors} labels={labels} />
      <Form onSubmit={submit}>
        <TextInput
          {...form.getInputProps('formNumber')}
          label={labels.formNumber}
          description={t`È in alto sul modulo, per esempio 7K3M-Q2XP.`}
          withAsterisk
          maxLength={40}
          autoComplete="off"
        />
        {paper && (
          <Stack id={form.field('answers').id} tabIndex={-1}>
            <p
              className={classes.note}
            >{t`Segna le caselle come sono sul foglio. Una domanda senza casella segnata resta senza risposta.`}</p>
            {paper.questions.map(({ field, text, options }) => (
              <Radio.Group
                key={field}
                label={text}
                lang={paper.language}
                value={String(options.findIndex((_, index) => toAnswer(options, index) === values.answers[field]))}
                onChange={(value) => answer(field, value === '-1' ? undefined : toAnswer(options, Number(value)))}
              >
                {/* Longer options have a line each, so that each circle clearly belongs to its option. */}
                <Flex direction={options.length > 2 ? 'column' : 'row'} gap={options.length > 2 ? 'xs' : 'lg'} mih={36}>
                  {options.map((option, index) => (
                    <Radio key={option} value={String(index)} label={option} />
                  ))}
                  <Radio value="-1" label={t`Nessuna casella`} />
                </Flex>
              </Radio.Group>
            ))}
            {form.errors['answers'] !== undefined && <Input.Error>{form.errors['answers']}</Input.Error>}
          </Stack>
        )}
        <DateField
          id={day.id}
          label={labels.signedOn}
          error={day.error}
          withAsterisk
          value={values.signedOn}
          onChange={(value) => form.setFieldValue('signedOn', value)}
        />
        <Checkbox.Group
          id={signers.id}
          label={labels.signers}
          error={signers.error}
          withAsterisk
          value={values.signers.map(String)}
          onChange={(chosen) =>
            form.setFieldValue(
              'signers',
              chosen.map((signer) => (signer === 'patient' ? signer : Number(signer))),
            )
          }
        >
          <Group gap="lg" mih={36}>
            <Checkbox value="patient" label={t`Il paziente`} />
            {guardians.map(({ id, name }) => (
              <Checkbox key={id} value={String(id)} label={formatPersonName(name)} />
            ))}
          </Group>
        </Checkbox.Group>
        <div id={form.field('scan').id} tabIndex={-1}>
          <FileChoice accept={scanTypes.join()} describedBy={scanNameId} onChoose={(file) => form.setFieldValue('scan', file)}>
            {t`Scegli la scansione`}
          </FileChoice>{' '}
          <span id={scanNameId} className={classes.note}>
            {values.scan?.name ?? t`PDF, JPEG o PNG fino a 10 MB`}
          </span>
          {form.errors['scan'] !== undefined && <Input.Error>{form.errors['scan']}</Input.Error>}
        </div>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>{t`Annulla`}</Button>
          <Button type="submit" loading={form.submitting}>{t`Registra`}</Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

const findForm = (printed: Props['printed'], typed: string): Props['printed'][number] | undefined => {
  const number = parseFormNumber(typed)
  return printed.find(({ formNumber }) => formNumber === number)
}
