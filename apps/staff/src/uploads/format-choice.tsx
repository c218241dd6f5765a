import { Group, Radio } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

type Props<Format extends string> = {
  /** The target of a link of the error summary: the first format takes the focus. */
  readonly id?: string
  readonly formats: readonly Format[]
  readonly value: Format | null
  readonly error: ReactNode
  readonly disabled: boolean
  readonly onChange: (format: Format | undefined) => void
}

/** The choice of a format, on screen among them where that is possible. */
export const FormatChoice = <Format extends string>({ id, formats, value, error, disabled, onChange }: Props<Format>) => {
  const { t } = useLingui()
  return (
    <Radio.Group
      label={t`Formato`}
      withAsterisk
      error={error !== undefined && <span role="alert">{error}</span>}
      value={value}
      onChange={(selected) => onChange(formats.find((one) => one === selected))}
    >
      <Group gap="lg" mih={36}>
        {formats.map((one, index) => (
          <Radio
            key={one}
            {...(index === 0 && id !== undefined && { id })}
            value={one}
            label={one === 'video' ? t`Sullo schermo` : one.toUpperCase()}
            disabled={disabled}
          />
        ))}
      </Group>
    </Radio.Group>
  )
}
