import { ActionIcon, Button, Group, Popover, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { formatDay, parseDay, parseShortDay } from '@registry/domain/calendar'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { getItalianToday } from '../language/format.ts'
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

/** The most years that a year of two digits is ahead, for a day that can be in the future, such as the end of a study. */
const yearsAhead = 20
const findLatest = (maxDate: string | undefined, today: string): string =>
  maxDate ?? `${Number(today.slice(0, 4)) + yearsAhead}${today.slice(4)}`

/**
 * A date typed as DD/MM/YYYY, in digits only on a telephone, picked from a calendar, or today (REQ-UI-08). A text that is no day reaches `onChange` unchanged,
 * so nothing typed is lost. Every check rejects it, and the field shows an error after it loses the focus.
 */
export const DateField = ({ value, onChange, description, error, minDate, maxDate, label, ...rest }: Props) => {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const invalid = typed === undefined && value !== null && parseDay(value) === undefined
  const today = getItalianToday()
  const isTodayPossible = (minDate === undefined || minDate <= today) && (maxDate === undefined || today <= maxDate)
  const type = (text: string): void => {
    setTyped(text)
    onChange(text.trim() === '' ? null : (parseShortDay(text.trim(), findLatest(maxDate, today)) ?? text))
  }
  const pick = (day: string | null): void => {
    setOpen(false)
    setTyped(undefined)
    onChange(day)
  }
  return (
    // ARIA does not allow `aria-expanded` on a text box: the button carries it.
    <Popover opened={open} onChange={setOpen} position="bottom-end" returnFocus withRoles={false}>
      <Popover.Target>
        <TextInput
          {...rest}
          label={label}
          description={
            invalid ? (
              <>
                {description} {t`Scrivi 3/2/2001, 3.2.2001, 03022001 o 030201. Un anno di due cifre è il più recente possibile.`}
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
          rightSectionWidth={isTodayPossible && value === null ? 92 : 40}
          rightSection={
            <Group gap={0} wrap="nowrap" justify="flex-end">
              {isTodayPossible && value === null && (
                <Button variant="subtle" color="blue" size="compact-sm" aria-label={t`Oggi: ${label}`} onClick={() => pick(today)}>
                  {t`Oggi`}
                </Button>
              )}
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
            </Group>
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
