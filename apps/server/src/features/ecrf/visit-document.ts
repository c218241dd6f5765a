import type { PatientRecordView, RecordChoices } from '@registry/api-contract/ecrf'
import { findAge, listAlerts, summaryFields } from '@registry/domain/ecrf/summary'
import { alertMessages, incidentalFindingsMessages } from '@registry/domain/ecrf/summary-messages'
import { getField } from '@registry/domain/fields/dictionary'
import { createValueText } from '@registry/domain/fields/value-text'
import type { Language } from '@registry/domain/language'
import { pdfMessages } from '@registry/domain/messages/pdf'
import { valueMessages } from '@registry/domain/messages/values'
import { formatPersonName } from '@registry/domain/patient/person-name'
import type { Messages } from '../../shared/messages.ts'
import type { PdfBlock, PdfContent } from '../../shared/pdf/pdf-content.ts'

type Sources = {
  readonly messages: Messages
  readonly language: Language
  readonly centre: string
  readonly choices: RecordChoices
  /** The day of the visit, to compute the age. */
  readonly today: string
}

const texts = pdfMessages.visit
const choice = incidentalFindingsMessages

/** Builds the summary of a record on one page, for a visit (REQ-CRF-14, REQ-CRF-17). Without C_DB_P it has no name, without C_DB_M no medical value. */
export const buildVisitDocument = (record: PatientRecordView, { messages, language, centre, choices, today }: Sources): PdfContent => {
  const format = (text: Parameters<Messages['format']>[0], values = {}): string => messages.format(text, language, values)
  const { code, surname, name, consents, values } = record
  const words = { yes: format(valueMessages.yes), no: format(valueMessages.no), none: format(valueMessages.none) }
  const showValue = createValueText(choices, language, words)
  const age = findAge(values, today)
  const alerts = listAlerts(record, today).map((alert) => format(alertMessages[alert]))
  const paragraph = (text: string): PdfBlock => ({ type: 'paragraph', text })
  return {
    language,
    title: format(texts.title),
    forStaff: true,
    blocks: [
      paragraph(format(pdfMessages.person, { name: formatPersonName(`${name} ${surname}`) })),
      paragraph(format(pdfMessages.patientCode, { code, centre })),
      ...(consents.personal ? [] : [paragraph(format(texts.noPersonal))]),
      ...(consents.medical ? [] : [paragraph(format(texts.noMedical))]),
      { type: 'heading', text: format(texts.alerts) },
      ...(alerts.length > 0 ? alerts : [format(texts.noAlerts)]).map(paragraph),
      { type: 'heading', text: format(texts.values) },
      {
        type: 'values',
        rows: [
          [format(texts.age), age === undefined ? words.none : format(texts.years, { age })],
          ...summaryFields.map((field) => [getField(field).label[language], showValue(field, values[field])] as const),
          ...(record.withdrawn ? [] : [[format(choice.title), format(choice[record.incidentalFindings ?? 'unanswered'])] as const]),
        ],
      },
      paragraph(format(texts.source)),
    ],
  }
}
