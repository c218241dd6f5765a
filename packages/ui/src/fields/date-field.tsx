import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { parseDay, formatDay } from '@registry/domain/calendar'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { BlockSkeleton } from '../status/skeletons.tsx'

const MonthCalendar = lazy(() => import('./month-calendar.tsx'))

type Props = {
  readonly id: string
  readonly label: string
  readonly description?: ReactNode
  readonly error?: string | undefined
  readonly withAsterisk?: boolean
  /** A day as `yyyy-mm-dd`, the typed text if it is no day, null when empty. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly minDate?: string
  readonly maxDate?: string
}

const formatValue = (value: string | null): string => {
  if (value === null) return ''
  return parseDay(value) === value ? formatDay(value) : value
}

/**
 * A date typed as DD/MM/YYYY, in digits only on a telephone, or picked from a calendar. A text that is no day reaches `onChange` unchanged,
 * so nothing typed is lost. Every check rejects it, and the field shows an error after it loses the focus.
 */
export const DateField = ({ value, onChange, description, error, minDate, maxDate, ...rest }: Props) => {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const invalid = typed === undefined && value !== null && parseDay(value) === undefined
  const type = (text: string): void => {
    setTyped(text)
    onChange(text.trim() === '' ? null : (parseDay(text.trim()) ?? text))
  }
  const pick = (day: string | null): void => {
    setOpen(false)
    onChange(day)
  }
  return (
    // ARIA does not allow `aria-expanded` on a text box: the button carries it.
    <Popover opened={open} onChange={setOpen} position="bottom-end" returnFocus withRoles={false}>
      <Popover.Target>
        <TextInput
          {...rest}
          description={
            invalid ? (
              <>
                {description} {t`Anche 3/2/2001, 03-02-2001, 03.02.2001, 03022001 o 2001-02-03; l’anno ha quattro cifre`}
              </>
            ) : (
              description
            )
          }
          error={error ?? (invalid ? t`Data non valida` : undefined)}
          placeholder={t`GG/MM/AAAA`}
          inputMode="numeric"
          value={typed ?? formatValue(value)}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => setTyped(undefined)}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t`Apri il calendario`}
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              <IconCalendar size={20} aria-hidden="true" />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t`Calendario`}>
        <Suspense fallback={<BlockSkeleton height={280} />}>
          <MonthCalendar
            value={value !== null && parseDay(value) === value ? value : null}
            onPick={pick}
            {...(minDate !== undefined && { minDate })}
            {...(maxDate !== undefined && { maxDate })}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
