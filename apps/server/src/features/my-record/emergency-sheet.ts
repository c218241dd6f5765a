import { formatDay } from '@registry/domain/calendar'
import { type FieldName, getField } from '@registry/domain/fields/dictionary'
import type { Language } from '@registry/domain/language'
import { pdfMessages } from '@registry/domain/messages/pdf'
import { type EmergencyMedicine, findSpleen, listEmergencyMedicines } from '@registry/domain/my-record/emergency'
import { formatPersonName } from '@registry/domain/patient/person-name'
import type { Deps } from '../../app/deps.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { PdfContent } from '../../shared/pdf/pdf-content.ts'
import { joinLines, type RecordCopy } from './record-files.ts'

type Wanted = { readonly language: Language; readonly allergies: string }

const texts = pdfMessages.sheet
/** Letters of all medicines that fit on the page in letters of the usual size. */
const usualDrugs = 500
/** Bytes that a QR code of the largest size holds (ISO/IEC 18004, version 40-L). */
const qrBytes = 2953
/** The note of the centre is the only text that can be longer than the code. */
const noteField = 'OTHER_THERAPIES'
const diagnoses: readonly FieldName[] = ['DIAGNOSIS', 'DIAGNOSIS_2', 'DIAGNOSIS_3']

/** Cuts a text to a number of bytes, between two characters. */
const cutText = (text: string, bytes: number): string => {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.max(bytes, 0)))
  return text.slice(0, read)
}

/** Builds the page for emergencies. Its QR code holds the text of the page, so that nobody needs a network or an account (REQ-PAT-29). */
export const buildEmergencySheet = (
  { messages, clock }: Pick<Deps, 'messages' | 'clock'>,
  { record, values, findComponents, centre }: RecordCopy,
  { language, allergies }: Wanted,
): PdfContent => {
  const format = (text: Parameters<typeof messages.format>[0], params = {}): string => messages.format(text, language, params)
  const byName = new Map(record.sections.flatMap(({ fields }) => fields.map((field) => [field.field, field] as const)))
  const find = (name: FieldName): string | undefined => {
    const text = byName.get(name)?.text
    return typeof text === 'string' ? joinLines(text) : undefined
  }
  const showRecorded = (names: readonly FieldName[]): string => {
    const day = names
      .flatMap((name) => byName.get(name)?.day ?? [])
      .toSorted()
      .at(-1)
    return day === undefined ? '' : format(texts.recordedOn, { day: formatDay(day) })
  }
  /** A text with remarks in brackets. */
  const withRemarks = (text: string, ...remarks: readonly string[]): string => {
    const given = remarks.filter((remark) => remark !== '')
    return given.length > 0 ? `${text} (${given.join('; ')})` : text
  }
  const show = (...names: readonly FieldName[]): string => {
    const found = names.flatMap((name) => find(name) ?? [])
    return found.length > 0 ? withRemarks(found.join(', '), showRecorded(names)) : format(texts.none)
  }
  const showMedicine = ({ regimen, start, details }: EmergencyMedicine): string => {
    const doses = details.flatMap((name) => (find(name) === undefined ? [] : [`${getField(name).label[language]} ${find(name)}`]))
    const label = `${getField(regimen).label[language]}: ${find(regimen)}`
    const since = find(start)
    return withRemarks(
      [label, ...doses].join(', '),
      since === undefined ? '' : format(texts.since, { day: since }),
      showRecorded([regimen, ...details]),
    )
  }
  const medicines = listEmergencyMedicines(values, findComponents).map(showMedicine)
  const note = find(noteField)
  const showDrugs = (shownNote = note): string =>
    [...medicines, ...(shownNote === undefined ? [] : [withRemarks(shownNote, showRecorded([noteField]))])].join('\n') ||
    format(texts.noDrugs)
  const removedOn = find('SPLENECTOMY_DATE')
  const spleen = findSpleen(values)
  const spleenText =
    spleen === 'removed' && removedOn !== undefined ? format(texts.removedOn, { day: removedOn }) : format(texts.spleens[spleen])
  const name = formatPersonName([values.NAME, values.SURNAME].join(' '))
  const born = find('DOB')
  const listRows = (drugs: string): readonly (readonly [string, string])[] => [
    [format(texts.person), born === undefined ? name : format(texts.born, { name, day: born })],
    [format(texts.diagnosis), show(...diagnoses)],
    [format(texts.bloodGroup), `${show('BLOOD_GROUP')}. ${format(texts.notForTransfusion)}`],
    [format(texts.antibodies), `${show('IMMUNIZATION')}. ${format(texts.notForTransfusion)}`],
    [format(texts.spleen), withRemarks(spleenText, showRecorded(['SPLENECTOMY', 'SPLENOMEGALY']))],
    [format(texts.drugs), drugs],
    [format(texts.allergies), joinLines(allergies) || format(texts.nothingWritten)],
    [format(texts.centre), [centre.name, centre.telephone].filter(Boolean).join(', ')],
  ]
  const title = format(texts.title)
  const source = format(texts.source, { day: formatDay(formatItalianDay(clock())) })
  const writeText = (drugs: string): string => [title, ...listRows(drugs).map(([label, text]) => `${label}: ${text}`), source].join('\n')
  const drugs = showDrugs()
  const whole = writeText(drugs)
  const excess = Buffer.byteLength(whole) - qrBytes
  const cutNote = (text: string): string => {
    const rest = format(texts.restOnPage)
    return `${cutText(text, Buffer.byteLength(text) - excess - Buffer.byteLength(rest))}${rest}`
  }
  return {
    language,
    title,
    // A long note of the centre in small letters leaves room for the code on the page.
    dense: drugs.length > usualDrugs,
    blocks: [
      { type: 'paragraph', text: source },
      { type: 'values', rows: listRows(drugs) },
      {
        type: 'qr',
        text: excess > 0 && note !== undefined ? writeText(showDrugs(cutNote(note))) : whole,
        alternative: format(texts.qrAlternative),
      },
      { type: 'paragraph', text: format(texts.qr) },
    ],
  }
}
