import type { PatientRecordView, RecordChoices } from '@registry/api-contract/ecrf'
import { groupFacts, type Fact } from '@registry/domain/discrepancies/facts'
import { findAge, findAlertAge, findTimeSince, listAlerts, summaryFields } from '@registry/domain/ecrf/summary'
import { alertMessages, incidentalFindingsMessages, valueAgeMessages } from '@registry/domain/ecrf/summary-messages'
import { formatDay } from '@registry/domain/calendar'
import type { RecordDay } from '@registry/domain/ecrf/record-days'
import { listPresentComplications, listTherapy, listTrend, trendFields } from '@registry/domain/ecrf/visit'
import { findField, getField, type FieldName } from '@registry/domain/fields/dictionary'
import { createValueText } from '@registry/domain/fields/value-text'
import type { Language } from '@registry/domain/language'
import { pdfMessages } from '@registry/domain/messages/pdf'
import { valueMessages } from '@registry/domain/messages/values'
import { findValueDay } from '@registry/domain/observations/value-sources'
import { formatPersonName } from '@registry/domain/patient/person-name'
import type { DescribedCheck } from '../../shared/record-checks/describe-checks.ts'
import type { Messages } from '../../shared/messages.ts'
import type { PdfBlock, PdfContent } from '../../shared/pdf/pdf-content.ts'

type Sources = {
  readonly messages: Messages
  readonly language: Language
  readonly centre: string
  readonly choices: RecordChoices
  /** The day of the visit, to compute the age. */
  readonly today: string
  readonly days: readonly RecordDay[]
  /** The open discrepancies. */
  readonly discrepancies: readonly DescribedCheck[]
}

const texts = pdfMessages.visit
const choice = incidentalFindingsMessages

/** Builds the summary of a record for a visit: alerts and discrepancies, main values, treatment, complications and trends (REQ-CRF-14, REQ-CRF-17). Without C_DB_P it has no name, without C_DB_M no medical value. */
export const buildVisitDocument = (
  record: PatientRecordView,
  { messages, language, centre, choices, today, days, discrepancies }: Sources,
): PdfContent => {
  const format = (text: Parameters<Messages['format']>[0], values = {}): string => messages.format(text, language, values)
  const { code, surname, name, consents, values } = record
  const words = { yes: format(valueMessages.yes), no: format(valueMessages.no), none: format(valueMessages.none) }
  const showValue = createValueText(choices, language, words)
  const age = findAge(values, today)
  const showAgo = (since: ReturnType<typeof findTimeSince>): string => format(valueAgeMessages.ago, { ...since })
  const alerts = listAlerts(record, today).map((alert) => {
    const since = findAlertAge(alert, record.sources, today)
    return `${format(alertMessages[alert])}${since ? ` (${showAgo(since)})` : ''}`
  })
  /** A value, with the day of its newest result or report and how long ago that was. */
  const showDated = (field: FieldName): string => {
    const text = showValue(field, values[field])
    const mark = record.sources[field]
    if (!mark) return text
    const day = findValueDay(mark)
    return `${text} (${formatDay(day)}, ${showAgo(findTimeSince(day, today))})`
  }
  const paragraph = (text: string): PdfBlock => ({ type: 'paragraph', text })
  const heading = (text: string): PdfBlock => ({ type: 'heading', text })
  const label = (field: FieldName): string => getField(field).label[language]
  /** Checks about the same values often have the same message. */
  const describeFact = ({ discrepancies: found, fields: [first = ''] }: Fact<DescribedCheck>): string => {
    const message = [...new Set(found.map((one) => one.message))].join(' ')
    const field = findField(first)
    return field ? `${field.label[language]}: ${message}` : message
  }
  const list = (rows: readonly (readonly [string, string])[], none: string): PdfBlock =>
    rows.length > 0 ? { type: 'values', rows } : paragraph(none)
  const trends = trendFields.flatMap((field) => {
    const values = listTrend(days, field).map(
      ({ day, value, result }) => `${[result?.comparator, showValue(field, value)].filter(Boolean).join(' ')} (${formatDay(day)})`,
    )
    return values.length > 0 ? [[label(field), values.join(', ')] as const] : []
  })
  const complications = listPresentComplications(values).map(label)
  const medicalBlocks = [
    heading(format(texts.therapy)),
    list(
      listTherapy(values).map((field) => [label(field), showValue(field, values[field])] as const),
      format(texts.noTherapy),
    ),
    heading(format(texts.complications)),
    paragraph(complications.length > 0 ? complications.join(', ') : format(texts.noComplications)),
    heading(format(texts.trends)),
    list(trends, format(texts.noTrends)),
  ]
  return {
    language,
    title: format(texts.title),
    forStaff: true,
    blocks: [
      paragraph(format(pdfMessages.person, { name: formatPersonName(`${name} ${surname}`) })),
      paragraph(format(pdfMessages.patientCode, { code, centre })),
      ...(consents.personal ? [] : [paragraph(format(texts.noPersonal))]),
      ...(consents.medical ? [] : [paragraph(format(texts.noMedical))]),
      heading(format(texts.alerts)),
      ...(alerts.length > 0 ? alerts : discrepancies.length > 0 ? [] : [format(texts.noAlerts)]).map(paragraph),
      ...(discrepancies.length > 0
        ? [
            paragraph(format(texts.discrepancies, { count: discrepancies.length })),
            ...groupFacts(discrepancies.map((discrepancy) => ({ ...discrepancy, record: code })))
              .map(describeFact)
              .map(paragraph),
          ]
        : []),
      heading(format(texts.values)),
      {
        type: 'values',
        rows: [
          [format(texts.age), age === undefined ? words.none : format(texts.years, { age })],
          ...summaryFields.map((field) => [label(field), showDated(field)] as const),
          ...(record.withdrawn ? [] : [[format(choice.title), format(choice[record.incidentalFindings ?? 'unanswered'])] as const]),
        ],
      },
      ...(consents.medical ? medicalBlocks : []),
      paragraph(format(texts.source)),
    ],
  }
}
