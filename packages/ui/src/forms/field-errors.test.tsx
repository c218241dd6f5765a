import { TextInput } from '@mantine/core'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { getUnreachableMessage } from '../request-error.ts'
import { show } from '../testing/render.tsx'
import { ErrorSummary } from './field-errors.tsx'
import { Form } from './form.tsx'
import { useForm } from './use-form.ts'

const Example = () => {
  const form = useForm({
    initialValues: { name: '' },
    validate: ({ name }) => (name === '' ? { name: 'Inserisci il nome', form: 'Manca qualcosa' } : {}),
  })
  return (
    <>
      <ErrorSummary errors={form.errors} />
      <Form onSubmit={form.onSubmit(() => undefined)}>
        <TextInput {...form.getInputProps('name')} label="Nome" />
        <button type="submit">Salva</button>
      </Form>
    </>
  )
}

it('shows errors at the field and in a focused summary, whose links lead to the field', async () => {
  const user = await show(<Example />)
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  const summary = screen.getByRole('alert')
  expect(summary).toHaveFocus()
  expect(summary).toHaveTextContent('Controlla i dati inseriti: 2 erroriInserisci il nomeManca qualcosa')
  expect(screen.getByRole('textbox', { name: 'Nome' })).toHaveAccessibleDescription('Inserisci il nome')
  await user.click(screen.getByRole('link', { name: 'Inserisci il nome' }))
  expect(screen.getByRole('textbox', { name: 'Nome' })).toHaveFocus()
  await user.type(screen.getByRole('textbox', { name: 'Nome' }), 'A')
  expect(screen.getByRole('textbox', { name: 'Nome' })).toHaveFocus()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('says that nothing was sent when the registry does not answer', async () => {
  await show(<ErrorSummary errors={{ form: getUnreachableMessage() }} />)
  expect(screen.getByRole('heading', { name: 'Non è stato possibile inviare i dati' })).toBeVisible()
  expect(screen.queryByText('Controlla i dati inseriti')).not.toBeInTheDocument()
})
