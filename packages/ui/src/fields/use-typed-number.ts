import { explainTypedNumber, parseTypedNumber } from '@registry/domain/fields/number-text'
import { formatPlainNumber } from '@registry/domain/fields/units'
import { useState } from 'react'
import { useErrorMessage } from '../language/error-message.ts'
import { useLanguage } from '../language/language.tsx'

type Options<Value> = {
  readonly type: 'integer' | 'float'
  readonly value: Value
  readonly percent: boolean
  /** A number without negative values can use the number pad of a telephone. */
  readonly nonNegative: boolean
  readonly onChange: (value: number | string | null) => void
}

const findKeyboard = (type: 'integer' | 'float', nonNegative: boolean, decimalComma: boolean): 'text' | 'numeric' | 'decimal' => {
  // The number pads of telephones have no minus sign, and a telephone in Italian has no decimal point.
  if (!nonNegative || (type === 'float' && !decimalComma)) return 'text'
  return type === 'integer' ? 'numeric' : 'decimal'
}

/**
 * A number with the decimal sign of the language. A text that is no number reaches `onChange` unchanged. It stays as typed, with an error
 * after the input loses the focus (REQ-IMP-03).
 */
export const useTypedNumber = <Value>({ type, value, percent, nonNegative, onChange }: Options<Value>) => {
  const { language } = useLanguage()
  const formatError = useErrorMessage()
  const [typed, setTyped] = useState<string>()
  const notation = { decimalComma: language === 'it', percent }
  // A value that came from elsewhere meanwhile, such as a paste or an undo, replaces the typed text.
  const kept = typed !== undefined && parseTypedNumber(typed, notation) === value ? typed : undefined
  const shown = typeof value === 'number' ? formatPlainNumber(value, language) : typeof value === 'string' ? value : ''
  return {
    unreadable: kept === undefined && typeof value === 'string' ? formatError(explainTypedNumber(value, notation)) : undefined,
    inputMode: findKeyboard(type, nonNegative, notation.decimalComma),
    text: kept ?? shown,
    onType: (text: string): void => {
      setTyped(text)
      onChange(parseTypedNumber(text, notation))
    },
    onLeave: (): void => setTyped(undefined),
  }
}
