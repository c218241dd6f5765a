import '@mantine/dates/styles.layer.css'
import { FocusTrap } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { DatePicker, DatesProvider } from '@mantine/dates'
import 'dayjs/locale/it.js'
import 'dayjs/locale/en-gb.js'
import { useLanguage } from '../language/language.tsx'

const locales = { it: 'it', en: 'en-gb' } as const

type Props = {
  readonly value: string | null
  readonly onPick: (day: string | null) => void
  readonly minDate?: string
  readonly maxDate?: string
}

/** The calendar of a date field. Calendar and locales load when it opens. */
const MonthCalendar = ({ value, onPick, ...limits }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return (
    <DatesProvider settings={{ locale: locales[language] }}>
      {/* Not in the popover, which opens before the calendar has loaded and would find nothing to focus. */}
      <FocusTrap>
        <div>
          <DatePicker
            {...limits}
            // Mantine's grey for other months is too light, and its red for weekends too dark in the dark scheme (WCAG 1.4.3).
            hideOutsideDates
            weekendDays={[]}
            value={value}
            {...(value !== null && { defaultDate: value })}
            onChange={onPick}
            ariaLabels={{
              previousMonth: t`Mese precedente`,
              nextMonth: t`Mese successivo`,
              previousYear: t`Anno precedente`,
              nextYear: t`Anno successivo`,
            }}
          />
        </div>
      </FocusTrap>
    </DatesProvider>
  )
}

export default MonthCalendar
