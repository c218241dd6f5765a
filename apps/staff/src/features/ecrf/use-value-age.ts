import { useLingui } from '@lingui/react'
import type { PatientRecordView } from '@registry/api-contract/ecrf'
import { findAlertAge, findTimeSince, type RecordAlert, type TimeSince } from '@registry/domain/ecrf/summary'
import { alertMessages, valueAgeMessages } from '@registry/domain/ecrf/summary-messages'
import type { FieldName } from '@registry/domain/fields/dictionary'
import { findAnalyteOfLast } from '@registry/domain/observations/analytes'
import { findValueDay } from '@registry/domain/observations/value-sources'
import { showDate } from '@registry/ui/language/format.ts'

/** Says of which day a value is, how long ago that was, and how many results its analyte has (REQ-CRF-09). */
export const useValueAge = (today: string) => {
  const { i18n } = useLingui()
  const showAgo = (since: TimeSince): string => i18n._(valueAgeMessages.ago.id, since, { message: valueAgeMessages.ago.message })
  return {
    /** Empty for a value that has no dated results. */
    showAge: ({ sources, results }: PatientRecordView, field: FieldName): string => {
      const [mark, span] = [sources[field], results[findAnalyteOfLast(field) ?? '']]
      if (!mark) return ''
      const day = findValueDay(mark)
      const { id, message } = valueAgeMessages.results
      const count = span && i18n._(id, { count: span.count, first: showDate(span.first) }, { message })
      return [`${showDate(day)}, ${showAgo(findTimeSince(day, today))}`, count].filter(Boolean).join('; ')
    },
    showAlert: ({ sources }: PatientRecordView, alert: RecordAlert): string => {
      const since = findAlertAge(alert, sources, today)
      return [i18n._(alertMessages[alert].id, {}, { message: alertMessages[alert].message }), since && showAgo(since)]
        .filter(Boolean)
        .join(', ')
    },
  }
}
