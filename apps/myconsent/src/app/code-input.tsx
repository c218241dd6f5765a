import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { parseReceiptCode } from '@registry/domain/consent/receipt-code'
import { IconClipboard } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import classes from './code-input.module.css'

type Props = {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly description: string
  readonly value: string
  readonly error?: ReactNode
  readonly onChange: (value: string) => void
}

/** A browser without permission to read the clipboard gives no text. */
const readClipboard = async (): Promise<string | undefined> => {
  try {
    return (await navigator.clipboard.readText()).trim()
  } catch {
    return undefined
  }
}

/** A code of 28 characters, typed or pasted. A pasted code is shown in groups of four. */
export const CodeInput = ({ label, value, error, onChange, ...input }: Props) => {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const change = (text: string): void => {
    setProblem(undefined)
    onChange(text)
  }
  const paste = async (): Promise<void> => {
    const text = await readClipboard()
    field.current?.focus()
    if (text === undefined) return setProblem(t`Il browser non lascia leggere gli appunti: incolla il codice nel campo.`)
    if (text === '') return setProblem(t`Negli appunti non c’è testo: copia il codice e riprova.`)
    change(parseReceiptCode(text) ?? text.slice(0, 100))
  }
  return (
    <div className={classes.code}>
      <TextInput
        {...input}
        ref={field}
        label={label}
        value={value}
        error={problem ?? error}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        size="lg"
      />
      {/* Browsers offer the clipboard to secure pages only. */}
      {'clipboard' in navigator && (
        <Button
          variant="default"
          size="lg"
          leftSection={<IconClipboard size={20} aria-hidden="true" />}
          aria-label={t`Incolla: ${label}`}
          onClick={() => void paste()}
        >
          {t`Incolla`}
        </Button>
      )}
    </div>
  )
}
