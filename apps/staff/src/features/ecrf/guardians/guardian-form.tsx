import { Button, Checkbox, Group, Radio, Select, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ListedGuardian } from '@registry/api-contract/guardians'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import {
  guardianEvidence,
  guardianKinds,
  minorGuardianKinds,
  needsSoleReason,
  soleReasons,
  type GuardianEvidence,
  type GuardianKind,
  type SoleReason,
} from '@registry/domain/guardians/kinds'
import { DateField } from '@registry/ui/fields/date-field.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { getItalianToday } from '@registry/ui/language/format.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../../app/shell.ts'
import { useLossGuard } from '../../../app/use-leave-guard.ts'
import layout from '../../../layout/layout.module.css'
import { evidenceTexts, kindTexts, reasonTexts } from './guardian-texts.ts'

type Values = {
  readonly kind: GuardianKind
  readonly birthDate: string
  readonly surname: string
  readonly name: string
  readonly loginMode: 'Email' | 'Mobile'
  readonly email: string
  readonly mobile: string
  readonly mustSign: boolean
  readonly reason: SoleReason | ''
  readonly evidence: GuardianEvidence
  readonly validUntil: string
}

type Props = {
  readonly code: string
  readonly birthDate: string | null
  /** The guardians who can act already. */
  readonly others: readonly ListedGuardian[]
  readonly onClose: () => void
}

const isOfMinor = (kind: GuardianKind): boolean => minorGuardianKinds.some((one) => one === kind)

/** Adds a guardian, who is invited or asked to accept (REQ-GRD-01). */
export const GuardianForm = ({ code, birthDate, others, onClose }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const client = useQueryClient()
  const add = useMutation(trpc.guardians.add.mutationOptions(ownFailures))
  const form = useForm<Values>({
    initialValues: {
      kind: 'PARENT',
      birthDate: birthDate ?? '',
      surname: '',
      name: '',
      loginMode: 'Email',
      email: '',
      mobile: '',
      mustSign: true,
      reason: '',
      evidence: 'ID_SEEN',
      validUntil: '',
    },
    validate: (values) => ({
      ...(isOfMinor(values.kind) && values.birthDate === '' && { birthDate: formatError('guardian_birth_date_required') }),
      ...(values.surname.trim() === '' && { surname: formatError('field_required') }),
      ...(values.name.trim() === '' && { name: formatError('field_required') }),
      ...(values.loginMode === 'Email' && values.email.trim() === '' && { email: formatError('field_required') }),
      ...(values.loginMode === 'Mobile' && values.mobile.trim() === '' && { mobile: formatError('field_required') }),
    }),
  })
  const { values } = form
  const ofMinor = isOfMinor(values.kind)
  const labels = {
    birthDate: t`Data di nascita del paziente`,
    surname: t`Cognome`,
    name: t({ message: 'Nome', context: 'persona' }),
    email: t`E-mail`,
    mobile: t`Cellulare`,
    reason: t`Perché firma uno solo`,
    validUntil: t`Ultimo giorno del decreto`,
  }
  useLossGuard(form.isDirty() && !form.submitting, t`Il tutore non è aggiunto.`)
  const submit = form.onSubmit(async ({ birthDate: born, reason, validUntil, ...typed }) => {
    try {
      await add.mutateAsync({
        code,
        ...typed,
        ...(born !== '' && { birthDate: born }),
        ...(reason !== '' && { reason }),
        ...(!ofMinor && validUntil !== '' && { validUntil }),
      })
      await client.invalidateQueries({ queryKey: trpc.guardians.list.queryKey({ code }) })
      onClose()
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const pick = <K extends 'kind' | 'evidence' | 'reason'>(name: K) => ({
    id: form.field(name).id,
    error: form.errors[name],
    value: values[name],
    allowDeselect: false,
  })
  return (
    <div className={layout.form}>
      <h2 className={layout.title}>{t`Aggiungi un tutore`}</h2>
      <ErrorSummary errors={form.errors} labels={labels} />
      <Form onSubmit={submit}>
        <Select
          {...pick('kind')}
          label={t`Chi è`}
          data={guardianKinds.map((value) => ({ value, label: t(kindTexts[value]) }))}
          onChange={(kind) => kind && form.setFieldValue('kind', kind)}
        />
        <DateField
          {...form.field('birthDate')}
          label={labels.birthDate}
          description={t`Fa parte dell’iscrizione: l’incarico di un genitore finisce ai 18 anni.`}
          withAsterisk={ofMinor}
          maxDate={getItalianToday()}
          value={values.birthDate || null}
          onChange={(day) => form.setFieldValue('birthDate', day ?? '')}
        />
        <TextInput {...form.getInputProps('surname')} label={labels.surname} withAsterisk maxLength={80} autoComplete="off" />
        <TextInput {...form.getInputProps('name')} label={labels.name} withAsterisk maxLength={80} autoComplete="off" />
        <Radio.Group
          id={form.field('loginMode').id}
          label={t`Modalità di accesso`}
          value={values.loginMode}
          onChange={(mode) => form.setFieldValue('loginMode', mode === 'Mobile' ? 'Mobile' : 'Email')}
        >
          <Group gap="lg" mih={36}>
            <Radio value="Email" label={t`E-mail`} />
            <Radio value="Mobile" label={t`Cellulare`} />
          </Group>
        </Radio.Group>
        {values.loginMode === 'Email' ? (
          <TextInput {...form.getInputProps('email')} label={labels.email} withAsterisk type="email" maxLength={255} autoComplete="off" />
        ) : (
          <TextInput {...form.getInputProps('mobile')} label={labels.mobile} withAsterisk type="tel" maxLength={40} autoComplete="off" />
        )}
        <Select
          {...pick('evidence')}
          label={t`Che cosa hai visto`}
          data={guardianEvidence.map((value) => ({ value, label: t(evidenceTexts[value]) }))}
          onChange={(evidence) => evidence && form.setFieldValue('evidence', evidence)}
        />
        <Checkbox
          {...form.getCheckboxProps('mustSign')}
          label={t`Deve firmare`}
          description={t`Un sì vale solo con la sua firma. Un no vale sempre.`}
        />
        {needsSoleReason(values.mustSign, others) && (
          <Select
            {...pick('reason')}
            label={labels.reason}
            withAsterisk
            data={soleReasons.map((value) => ({ value, label: t(reasonTexts[value]) }))}
            onChange={(reason) => reason && form.setFieldValue('reason', reason)}
          />
        )}
        {!ofMinor && (
          <DateField
            {...form.field('validUntil')}
            label={labels.validUntil}
            description={t`Lascia vuoto se non ha una fine.`}
            value={values.validUntil || null}
            onChange={(day) => form.setFieldValue('validUntil', day ?? '')}
          />
        )}
        <Group>
          <Button type="submit" loading={form.submitting}>{t`Aggiungi e invita`}</Button>
          <Button variant="default" onClick={onClose}>{t`Annulla`}</Button>
        </Group>
      </Form>
    </div>
  )
}
